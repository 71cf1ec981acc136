import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Suspensions1763700002000 implements MigrationInterface {
  name = 'Suspensions1763700002000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE account ADD suspended_at timestamptz, ADD suspended_for text');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE account DROP suspended_at, DROP suspended_for');
  }
}
