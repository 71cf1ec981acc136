import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SealingKeys1763700016000 implements MigrationInterface {
  name = 'SealingKeys1763700016000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE api_key ADD wrap text, ADD wrap_epoch int');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE api_key DROP wrap, DROP wrap_epoch');
  }
}
