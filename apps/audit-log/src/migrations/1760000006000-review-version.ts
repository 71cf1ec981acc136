import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReviewVersion1760000006000 implements MigrationInterface {
  name = 'ReviewVersion1760000006000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE review ADD version int NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE review DROP version');
  }
}
