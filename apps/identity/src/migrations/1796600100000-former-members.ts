import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FormerMembers1796600100000 implements MigrationInterface {
  name = 'FormerMembers1796600100000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE former_member (
        company_id uuid NOT NULL,
        account_id uuid NOT NULL,
        PRIMARY KEY (company_id, account_id)
      )`);
    await runner.query('CREATE INDEX former_member_of_account ON former_member (account_id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE former_member');
  }
}
