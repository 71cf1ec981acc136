import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Languages1795900002000 implements MigrationInterface {
  name = 'Languages1795900002000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE account ADD COLUMN language text');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE account DROP COLUMN language');
  }
}
