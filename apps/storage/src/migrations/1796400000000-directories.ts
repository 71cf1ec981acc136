import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of one directory of a folder, and the directories in it, are ranges of this index. */
export class Directories1796400000000 implements MigrationInterface {
  name = 'Directories1796400000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE INDEX file_level ON file
        (folder_id, (coalesce(lower(substring(name from '^.*/')), '') COLLATE "C"), created_at, id) INCLUDE (name, file_group)
        WHERE current_version IS NOT NULL AND deleted_at IS NULL
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP INDEX file_level');
  }
}
