import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SignedContents1796600002000 implements MigrationInterface {
  name = 'SignedContents1796600002000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE access_request ADD signed_content text, ADD approvals_removed_at timestamptz');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE access_request DROP signed_content, DROP approvals_removed_at');
  }
}
