import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Contacts1760000002000 implements MigrationInterface {
  name = 'Contacts1760000002000';

  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE contact (company_id uuid PRIMARY KEY, email text NOT NULL)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE contact');
  }
}
