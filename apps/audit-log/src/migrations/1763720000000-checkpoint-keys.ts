import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CheckpointKeys1763720000000 implements MigrationInterface {
  name = 'CheckpointKeys1763720000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE checkpoint ADD key_id text');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE checkpoint DROP key_id');
  }
}
