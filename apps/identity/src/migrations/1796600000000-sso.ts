import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sso1796600000000 implements MigrationInterface {
  name = 'Sso1796600000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE sso_connection (
        company_id uuid PRIMARY KEY,
        id uuid NOT NULL,
        issuer text NOT NULL,
        client_id text NOT NULL,
        client_secret text NOT NULL,
        claim text,
        mapping jsonb NOT NULL,
        default_role text,
        enforced boolean NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX sso_connection_id ON sso_connection (id)');
    await runner.query(`
      CREATE TABLE sso_domain (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        domain text NOT NULL,
        token text NOT NULL,
        created_at timestamptz NOT NULL,
        verified_at timestamptz
      )`);
    await runner.query('CREATE UNIQUE INDEX sso_domain_of_company ON sso_domain (company_id, domain)');
    await runner.query('CREATE UNIQUE INDEX sso_domain_verified ON sso_domain (domain) WHERE verified_at IS NOT NULL');
    await runner.query(`
      CREATE TABLE sso_identity (
        company_id uuid NOT NULL,
        issuer text NOT NULL,
        sub text NOT NULL,
        account_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, issuer, sub)
      )`);
    await runner.query('CREATE INDEX sso_identity_of_account ON sso_identity (account_id)');
    await runner.query(`
      CREATE TABLE sso_sign_in (
        state text PRIMARY KEY,
        connection_id uuid NOT NULL,
        browser text NOT NULL,
        nonce text NOT NULL,
        verifier text NOT NULL,
        account_id uuid,
        session_id uuid,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sso_sign_in_expiry ON sso_sign_in (expires_at)');
    await runner.query('CREATE INDEX sso_sign_in_of_account ON sso_sign_in (account_id)');
    await runner.query(`
      CREATE TABLE sso_logout_token (
        connection_id uuid NOT NULL,
        jti text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (connection_id, jti)
      )`);
    await runner.query('ALTER TABLE session ADD sso_connection_id uuid, ADD sso_sid text');
    await runner.query('CREATE INDEX session_of_sso ON session (sso_connection_id)');
  }

  async down(runner: QueryRunner) {
    // sessions by single sign-on would act for the person's own account
    await runner.query('DELETE FROM session WHERE sso_connection_id IS NOT NULL');
    await runner.query('ALTER TABLE session DROP sso_connection_id, DROP sso_sid');
    for (const table of ['sso_logout_token', 'sso_sign_in', 'sso_identity', 'sso_domain', 'sso_connection'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
