import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ArchiveBytes1795720200000 implements MigrationInterface {
  name = 'ArchiveBytes1795720200000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE transfer ADD archive_bytes bigint NOT NULL DEFAULT 0');
    await runner.query('UPDATE transfer SET archive_bytes = archive_size WHERE archive_size IS NOT NULL');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE transfer DROP archive_bytes');
  }
}
