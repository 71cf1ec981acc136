import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failed logins and mailed invitations of the last day become uses that the limits count. */
export class Limits1795720001000 implements MigrationInterface {
  name = 'Limits1795720001000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE known_device (
        account_id uuid NOT NULL, device text NOT NULL, signed_in_at timestamptz NOT NULL, PRIMARY KEY (account_id, device)
      );
      CREATE TABLE reached_limit (
        limit_name text NOT NULL,
        key text NOT NULL,
        times int NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        PRIMARY KEY (limit_name, key)
      );
      CREATE INDEX reached_limit_last ON reached_limit (last_at);
      INSERT INTO limit_use (id, limit_name, key, at)
        SELECT id, limit_name, key, at FROM login_failure, LATERAL (VALUES
          ('loginsWithoutDelay', email || ' ' || address), ('loginsOfAccount', email), ('loginsOfNetwork', address)
        ) used (limit_name, key) WHERE at > now() - interval '1 day';
      DROP TABLE login_failure;
      INSERT INTO limit_use (id, limit_name, key, at)
        SELECT gen_random_uuid(), 'invitationMails', address_key, mailed.at
        FROM invitation, unnest(mailed_at) AS mailed (at) WHERE mailed.at > now() - interval '1 day';
      ALTER TABLE invitation DROP COLUMN mailed_at;
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE invitation ADD COLUMN mailed_at timestamptz[] NOT NULL DEFAULT '{}';
      CREATE TABLE login_failure (id uuid PRIMARY KEY, email text NOT NULL, address text NOT NULL, at timestamptz NOT NULL);
      CREATE INDEX login_failure_of_email ON login_failure (email, at);
      CREATE INDEX login_failure_of_address ON login_failure (address, at);
      DROP TABLE known_device, reached_limit;
    `);
  }
}
