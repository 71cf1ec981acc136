import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An upload of a next version may copy bytes of the version that it replaces. */
export class CopiedBytes1797840000000 implements MigrationInterface {
  name = 'CopiedBytes1797840000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE upload ADD copied_bytes bigint NOT NULL DEFAULT 0,
        ADD CONSTRAINT upload_copied CHECK (copied_bytes >= 0 AND (copied_bytes = 0 OR (version > 1 AND sealed_size > copied_bytes)))
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE upload DROP COLUMN copied_bytes');
  }
}
