import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LinksSince1797400001000 implements MigrationInterface {
  name = 'LinksSince1797400001000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE preference ADD links_since timestamptz');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE preference DROP links_since');
  }
}
