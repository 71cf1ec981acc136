import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The store joins the parts of a sealed upload that its client sends straight to it. */
export class MultipartUploads1797926400000 implements MigrationInterface {
  name = 'MultipartUploads1797926400000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE upload ADD multipart_id text');
    await runner.query(`
      ALTER TABLE upload_part ALTER object_key DROP NOT NULL, ADD md5 text, ADD crc32 bigint,
        ADD CONSTRAINT upload_part_place CHECK (object_key IS NOT NULL OR (md5 IS NOT NULL AND crc32 IS NOT NULL))
    `);
    await runner.query(`
      CREATE TABLE upload_part_address (
        upload_id uuid NOT NULL CONSTRAINT upload_part_address_upload REFERENCES upload ON DELETE CASCADE,
        number integer NOT NULL,
        md5 text,
        sha256 text,
        CONSTRAINT upload_part_address_pkey PRIMARY KEY (upload_id, number),
        CONSTRAINT upload_part_address_content CHECK ((md5 IS NULL) <> (sha256 IS NULL))
      )
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE upload_part_address');
    await runner.query('DELETE FROM upload_part WHERE object_key IS NULL');
    await runner.query('ALTER TABLE upload_part DROP md5, DROP crc32, ALTER object_key SET NOT NULL');
    await runner.query('ALTER TABLE upload DROP multipart_id');
  }
}
