import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Passkeys1796400000000 implements MigrationInterface {
  name = 'Passkeys1796400000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE passkey (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        credential_id text NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        name text NOT NULL,
        wrap text,
        wrap_epoch integer,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz,
        CONSTRAINT passkey_wrap_of_epoch CHECK ((wrap IS NULL) = (wrap_epoch IS NULL))
      )`);
    await runner.query('CREATE UNIQUE INDEX passkey_credential ON passkey (credential_id)');
    await runner.query('CREATE INDEX passkey_of_account ON passkey (account_id)');
    await runner.query(`
      CREATE TABLE passkey_challenge (
        challenge text PRIMARY KEY,
        purpose text NOT NULL,
        account_id uuid,
        session_id uuid,
        subject text,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at)');
    await runner.query('CREATE INDEX passkey_challenge_of_account ON passkey_challenge (account_id)');
    await runner.query('CREATE INDEX known_device_device ON known_device (device)');
    await runner.query('ALTER TABLE session ADD passkey_id uuid');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE session DROP passkey_id');
    await runner.query('DROP INDEX known_device_device');
    await runner.query('DROP TABLE passkey_challenge');
    await runner.query('DROP TABLE passkey');
  }
}
