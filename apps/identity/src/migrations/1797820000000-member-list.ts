import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MemberList1797820000000 implements MigrationInterface {
  name = 'MemberList1797820000000';

  async up(runner: QueryRunner) {
    await runner.query('CREATE INDEX membership_listed ON membership (company_id, joined_at, account_id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP INDEX membership_listed');
  }
}
