import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions give the order of a partnership's events; clocks of replicas differ. */
export class PartnershipVersions1795550001000 implements MigrationInterface {
  name = 'PartnershipVersions1795550001000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE partner ADD version int NOT NULL DEFAULT 0;
      ALTER TABLE share ADD partnership_version int NOT NULL DEFAULT 0;
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE share DROP partnership_version;
      ALTER TABLE partner DROP version;
    `);
  }
}
