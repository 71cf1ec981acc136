import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Absences1797400000000 implements MigrationInterface {
  name = 'Absences1797400000000';

  async up(runner: QueryRunner) {
    await runner.query(`CREATE TABLE absence (
      company_id uuid,
      account_id uuid,
      from_at timestamptz NOT NULL,
      until_at timestamptz NOT NULL,
      delegate_id uuid,
      PRIMARY KEY (company_id, account_id)
    )`);
    await runner.query('CREATE INDEX absence_of_account ON absence (account_id)');
    await runner.query('CREATE INDEX absence_of_delegate ON absence (company_id, delegate_id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE absence');
  }
}
