import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ResumedBytes1796100000000 implements MigrationInterface {
  name = 'ResumedBytes1796100000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE download ADD resumed_bytes bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE download DROP resumed_bytes');
  }
}
