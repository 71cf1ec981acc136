import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account that was never verified becomes an attempt, which keeps its codes and lives for an hour more. */
export class SignupAttempts1795402000000 implements MigrationInterface {
  name = 'SignupAttempts1795402000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE signup_attempt (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        address_key text NOT NULL,
        pending jsonb NOT NULL,
        ticket_hash text,
        ip text NOT NULL,
        agent text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX signup_attempt_of_address ON signup_attempt (address_key, created_at);
      CREATE INDEX signup_attempt_created ON signup_attempt (created_at);
      INSERT INTO signup_attempt
        SELECT a.id, a.email, a.address_key,
          jsonb_build_object('firstName', a.first_name, 'lastName', a.last_name, 'userType', a.user_type, 'passwordHash', a.password_hash, 'kdf', a.kdf)
            || coalesce((SELECT c.pending FROM code c WHERE c.account_id = a.id AND c.purpose = 'signup' ORDER BY c.created_at DESC, c.id DESC LIMIT 1), '{}'),
          NULL, '', '', now(), now() + interval '1 hour'
        FROM account a WHERE a.verified_at IS NULL;
      DELETE FROM account WHERE verified_at IS NULL;
      ALTER TABLE code DROP pending;
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE code ADD pending jsonb;
      DELETE FROM code USING signup_attempt s WHERE code.account_id = s.id;
      DROP TABLE signup_attempt;
    `);
  }
}
