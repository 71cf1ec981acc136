import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The request that an entry is about, so that the reference of a receipt finds it. Entries from before have none: their text is hashed, and does not name it. */
export class Reference1795740000000 implements MigrationInterface {
  name = 'Reference1795740000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE entry ADD reference uuid');
    await runner.query('CREATE INDEX entry_reference ON entry (reference) WHERE reference IS NOT NULL');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE entry DROP reference');
  }
}
