import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StatedKeys1795500000000 implements MigrationInterface {
  name = 'StatedKeys1795500000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE receiver_key ADD pair_id text');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE receiver_key DROP pair_id');
  }
}
