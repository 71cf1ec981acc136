import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Scim1797200000000 implements MigrationInterface {
  name = 'Scim1797200000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE scim_user (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        account_id uuid NOT NULL,
        external_id text,
        created_at timestamptz NOT NULL,
        changed_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX scim_user_of_company ON scim_user (company_id, id)');
    await runner.query('CREATE UNIQUE INDEX scim_user_account ON scim_user (company_id, account_id)');
    await runner.query('CREATE INDEX scim_user_of_account ON scim_user (account_id)');
    await runner.query(`
      CREATE TABLE scim_group (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        display_name text NOT NULL,
        external_id text,
        created_at timestamptz NOT NULL,
        changed_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX scim_group_of_company ON scim_group (company_id, id)');
    await runner.query('CREATE UNIQUE INDEX scim_group_name ON scim_group (company_id, lower(display_name))');
    await runner.query(`
      CREATE TABLE scim_group_member (
        group_id uuid NOT NULL,
        account_id uuid NOT NULL,
        company_id uuid NOT NULL,
        PRIMARY KEY (group_id, account_id)
      )`);
    await runner.query('CREATE INDEX scim_group_member_of_account ON scim_group_member (account_id)');
    await runner.query('CREATE INDEX scim_group_member_of_company ON scim_group_member (company_id, account_id)');
    await runner.query('ALTER TABLE former_member ADD by_provider boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE former_member DROP by_provider');
    // the release before would take a SCIM token for an API key
    await runner.query("DELETE FROM api_key WHERE 'scim' = ANY(scopes)");
    for (const table of ['scim_group_member', 'scim_group', 'scim_user']) await runner.query(`DROP TABLE ${table}`);
  }
}
