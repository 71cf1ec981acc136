import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CompanyKeys1796700000000 implements MigrationInterface {
  name = 'CompanyKeys1796700000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE person_key (
        account_id uuid PRIMARY KEY,
        key jsonb NOT NULL,
        wrap text NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE company_key (
        company_id uuid NOT NULL,
        account_id uuid NOT NULL,
        epoch int NOT NULL,
        access jsonb NOT NULL,
        PRIMARY KEY (company_id, account_id),
        CONSTRAINT company_key_of_member FOREIGN KEY (company_id, account_id)
          REFERENCES membership (company_id, account_id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX company_key_of_account ON company_key (account_id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE company_key');
    await runner.query('DROP TABLE person_key');
  }
}
