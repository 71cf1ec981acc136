import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeletedContacts1763700000000 implements MigrationInterface {
  name = 'DeletedContacts1763700000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE contact ALTER email DROP NOT NULL');
  }

  async down(runner: QueryRunner) {
    await runner.query('DELETE FROM contact WHERE email IS NULL');
    await runner.query('ALTER TABLE contact ALTER email SET NOT NULL');
  }
}
