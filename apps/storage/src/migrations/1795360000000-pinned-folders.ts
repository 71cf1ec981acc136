import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PinnedFolders1795360000000 implements MigrationInterface {
  name = 'PinnedFolders1795360000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE folder ADD pinned_at timestamptz;
      CREATE INDEX folder_listed ON folder (company_id, pinned_at DESC NULLS LAST, created_at DESC, id DESC) WHERE deleted_at IS NULL;
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      DROP INDEX folder_listed;
      ALTER TABLE folder DROP pinned_at;
    `);
  }
}
