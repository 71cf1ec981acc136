import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Accounts1760000001000 implements MigrationInterface {
  name = 'Accounts1760000001000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE account (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        user_type text NOT NULL,
        password_hash text NOT NULL,
        verified_at timestamptz,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX account_email ON account (lower(email));
      CREATE TABLE company (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        company_name text NOT NULL,
        company_registration_number text,
        tax_id text,
        country text NOT NULL,
        address_line1 text NOT NULL,
        address_line2 text,
        city text NOT NULL,
        post_code text NOT NULL,
        trading_currency text NOT NULL,
        telephone_number text NOT NULL,
        contract_email text NOT NULL,
        billing_email text NOT NULL,
        kyc_status text NOT NULL,
        kyc_version int NOT NULL DEFAULT 0,
        total_storage bigint NOT NULL
      );
      CREATE UNIQUE INDEX company_owner ON company (owner_id);
      CREATE TABLE session (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        scope text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      CREATE INDEX session_of_account ON session (account_id);
      CREATE TABLE code (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        purpose text NOT NULL,
        code_hash text NOT NULL,
        tries int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX code_of_account ON code (account_id, created_at);
      CREATE TABLE login_failure (id uuid PRIMARY KEY, email text NOT NULL, address text NOT NULL, at timestamptz NOT NULL);
      CREATE INDEX login_failure_of_email ON login_failure (email, at);
      CREATE INDEX login_failure_of_address ON login_failure (address, at);
      CREATE TABLE invitation (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        inviter_id uuid NOT NULL,
        email text NOT NULL,
        status text NOT NULL,
        created_at timestamptz NOT NULL,
        accepted_at timestamptz,
        accepted_by uuid
      );
      CREATE UNIQUE INDEX invitation_once ON invitation (company_id, lower(email));
      CREATE INDEX invitation_of_email ON invitation (lower(email));
      CREATE INDEX invitation_of_company ON invitation (company_id, created_at);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE account, company, session, code, login_failure, invitation');
  }
}
