import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Absences1797400000000 implements MigrationInterface {
  name = 'Absences1797400000000';

  async up(runner: QueryRunner) {
    await runner.query(`CREATE TABLE absence (
      company_id uuid,
      user_id uuid,
      from_at timestamptz,
      until_at timestamptz,
      delegate_id uuid,
      delegate_is_owner boolean NOT NULL DEFAULT false,
      changed_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, user_id)
    )`);
    await runner.query('CREATE INDEX absence_of_user ON absence (user_id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE absence');
  }
}
