import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PartnershipVersions1795550000000 implements MigrationInterface {
  name = 'PartnershipVersions1795550000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE invitation ADD version int NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE invitation DROP version');
  }
}
