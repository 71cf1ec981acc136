import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CompanyLogos1795900001000 implements MigrationInterface {
  name = 'CompanyLogos1795900001000';

  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE company_logo (company_id uuid PRIMARY KEY, image bytea NOT NULL)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE company_logo');
  }
}
