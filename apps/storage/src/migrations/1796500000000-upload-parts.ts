import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parts that arrive in any order, several at once: a row for each, so that they do not rewrite one list. */
export class UploadParts1796500000000 implements MigrationInterface {
  name = 'UploadParts1796500000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE upload_part (
        upload_id uuid NOT NULL CONSTRAINT upload_part_upload REFERENCES upload (id) ON DELETE CASCADE,
        number integer NOT NULL,
        object_key text NOT NULL,
        size bigint NOT NULL,
        sha256 text NOT NULL,
        PRIMARY KEY (upload_id, number),
        CONSTRAINT upload_part_numbers CHECK (number > 0 AND size > 0)
      )
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE upload_part');
  }
}
