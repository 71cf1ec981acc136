import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuardedAccounts1760000001100 implements MigrationInterface {
  name = 'GuardedAccounts1760000001100';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE session ADD COLUMN agent text NOT NULL DEFAULT '', ADD COLUMN ip text NOT NULL DEFAULT '', ADD COLUMN binding text;
      ALTER TABLE session ALTER COLUMN agent DROP DEFAULT, ALTER COLUMN ip DROP DEFAULT;
      ALTER TABLE code ADD COLUMN pending jsonb;
      CREATE TABLE totp (account_id uuid PRIMARY KEY, secret text, pending text, confirmed_at timestamptz, last_step int NOT NULL DEFAULT 0);
      CREATE TABLE recovery_code (id uuid PRIMARY KEY, account_id uuid NOT NULL, code_hash text NOT NULL, used_at timestamptz);
      CREATE INDEX recovery_code_of_account ON recovery_code (account_id);
      CREATE TABLE device (account_id uuid NOT NULL, mark text NOT NULL, seen_at timestamptz NOT NULL, PRIMARY KEY (account_id, mark));
      ALTER TABLE invitation ADD COLUMN mailed_at timestamptz[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE invitation DROP COLUMN mailed_at;
      DROP TABLE device, recovery_code, totp;
      ALTER TABLE code DROP COLUMN pending;
      ALTER TABLE session DROP COLUMN agent, DROP COLUMN ip, DROP COLUMN binding;
    `);
  }
}
