import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsualExpiry1797830000000 implements MigrationInterface {
  name = 'UsualExpiry1797830000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE company ADD usual_expiry text NOT NULL DEFAULT 'ask'
        CONSTRAINT company_usual_expiry CHECK (usual_expiry IN ('ask', 'day', 'week', 'month', 'endOfMonth'))`);
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE company DROP usual_expiry');
  }
}
