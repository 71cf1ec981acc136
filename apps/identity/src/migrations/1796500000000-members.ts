import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Members1796500000000 implements MigrationInterface {
  name = 'Members1796500000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE membership (
        company_id uuid NOT NULL,
        account_id uuid NOT NULL,
        roles text[] NOT NULL,
        invitation_id uuid NOT NULL,
        joined_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, account_id)
      )`);
    await runner.query('CREATE INDEX membership_of_account ON membership (account_id, joined_at)');
    await runner.query(`
      CREATE TABLE member_invitation (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        inviter_id uuid NOT NULL,
        email text NOT NULL,
        address_key text NOT NULL,
        roles text[] NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX member_invitation_address ON member_invitation (company_id, address_key)');
    await runner.query('CREATE INDEX member_invitation_of_address ON member_invitation (address_key)');
    await runner.query('ALTER TABLE session ADD company_id uuid');
    await runner.query('CREATE INDEX session_of_company ON session (company_id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE session DROP company_id');
    await runner.query('DROP TABLE member_invitation');
    await runner.query('DROP TABLE membership');
  }
}
