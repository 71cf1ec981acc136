import type { MigrationInterface, QueryRunner } from 'typeorm';

export class VerifiedCompanies1763700001000 implements MigrationInterface {
  name = 'VerifiedCompanies1763700001000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE company ADD verified jsonb');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE company DROP verified');
  }
}
