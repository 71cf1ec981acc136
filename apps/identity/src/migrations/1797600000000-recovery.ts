import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Recovery1797600000000 implements MigrationInterface {
  name = 'Recovery1797600000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE recovery_set (
        account_id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        stated jsonb NOT NULL,
        wrap text NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX recovery_set_of_company ON recovery_set (company_id)');
    await runner.query(`
      CREATE TABLE recovery_share (
        owner_id uuid NOT NULL REFERENCES recovery_set (account_id) ON DELETE CASCADE,
        account_id uuid NOT NULL,
        company_id uuid NOT NULL,
        sealed text NOT NULL,
        PRIMARY KEY (owner_id, account_id),
        CONSTRAINT recovery_share_of_member FOREIGN KEY (company_id, account_id)
          REFERENCES membership (company_id, account_id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX recovery_share_of_account ON recovery_share (account_id)');
    await runner.query('CREATE INDEX recovery_share_of_membership ON recovery_share (company_id, account_id)');
    await runner.query(`
      CREATE TABLE recovery_request (
        owner_id uuid PRIMARY KEY REFERENCES recovery_set (account_id) ON DELETE CASCADE,
        request_id uuid NOT NULL,
        key jsonb NOT NULL,
        wrap text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE recovery_approval (
        owner_id uuid NOT NULL REFERENCES recovery_request (owner_id) ON DELETE CASCADE,
        account_id uuid NOT NULL,
        sealed text NOT NULL,
        PRIMARY KEY (owner_id, account_id),
        CONSTRAINT recovery_approval_of_share FOREIGN KEY (owner_id, account_id)
          REFERENCES recovery_share (owner_id, account_id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner) {
    for (const table of ['recovery_approval', 'recovery_request', 'recovery_share', 'recovery_set'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
