import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeletedCompanies1763700001000 implements MigrationInterface {
  name = 'DeletedCompanies1763700001000';

  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE deleted_company (company_id uuid PRIMARY KEY, forget_at timestamptz NOT NULL)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE deleted_company');
  }
}
