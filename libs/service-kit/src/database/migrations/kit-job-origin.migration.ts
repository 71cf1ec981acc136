import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The request and trace that a job belongs to. */
export class KitJobOrigin1763900000000 implements MigrationInterface {
  name = 'KitJobOrigin1763900000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE job_intent ADD COLUMN origin jsonb');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE job_intent DROP COLUMN origin');
  }
}
