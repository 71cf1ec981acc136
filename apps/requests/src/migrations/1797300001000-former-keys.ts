import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FormerKeys1797300001000 implements MigrationInterface {
  name = 'FormerKeys1797300001000';

  async up(runner: QueryRunner) {
    await runner.query("ALTER TABLE receiver_key ADD former text[] NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE receiver_key DROP former');
  }
}
