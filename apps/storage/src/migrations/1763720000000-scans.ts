import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nobody looked at the files that are there already. */
export class Scans1763720000000 implements MigrationInterface {
  name = 'Scans1763720000000';

  async up(runner: QueryRunner) {
    await runner.query("ALTER TABLE file ADD scan text NOT NULL DEFAULT 'none'");
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE file DROP scan');
  }
}
