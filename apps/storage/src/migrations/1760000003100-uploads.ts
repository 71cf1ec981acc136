import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Uploads1760000003100 implements MigrationInterface {
  name = 'Uploads1760000003100';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE account ADD COLUMN saved_at timestamptz;
      ALTER TABLE file
        ADD COLUMN upload_key text,
        ALTER COLUMN price TYPE numeric(24,6),
        ALTER COLUMN total_amount TYPE numeric(40,2);
      CREATE UNIQUE INDEX file_upload_key ON file (company_id, upload_key) WHERE upload_key IS NOT NULL;
      CREATE INDEX file_company ON file (company_id);
      CREATE INDEX file_size ON file (folder_id, size, id) WHERE state = 'ready' AND deleted_at IS NULL;
      CREATE INDEX file_updated ON file (folder_id, updated_at, id) WHERE state = 'ready' AND deleted_at IS NULL;
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      DROP INDEX file_upload_key, file_company, file_size, file_updated;
      ALTER TABLE file DROP COLUMN upload_key;
      ALTER TABLE account DROP COLUMN saved_at;
    `);
  }
}
