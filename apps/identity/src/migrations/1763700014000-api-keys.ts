import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ApiKeys1763700014000 implements MigrationInterface {
  name = 'ApiKeys1763700014000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE api_key (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        company_id uuid NOT NULL,
        name text NOT NULL,
        scopes text[] NOT NULL,
        addresses text[] NOT NULL,
        allowance text,
        secret_hash text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        last_used_at timestamptz,
        last_used_ip text
      )`);
    await runner.query('CREATE INDEX api_key_of_company ON api_key (company_id, created_at)');
    await runner.query('CREATE INDEX api_key_of_account ON api_key (account_id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE api_key');
  }
}
