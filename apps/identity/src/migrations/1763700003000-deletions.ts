import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Deletions1763700003000 implements MigrationInterface {
  name = 'Deletions1763700003000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE account ADD deletion_at timestamptz, ADD deleted_at timestamptz');
    await runner.query('CREATE INDEX account_deletion ON account (deletion_at) WHERE deletion_at IS NOT NULL');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE account DROP deletion_at, DROP deleted_at');
  }
}
