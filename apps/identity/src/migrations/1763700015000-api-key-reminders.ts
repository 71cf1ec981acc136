import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ApiKeyReminders1763700015000 implements MigrationInterface {
  name = 'ApiKeyReminders1763700015000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE api_key ADD COLUMN reminded_at timestamptz');
    await runner.query(
      'CREATE INDEX api_key_to_remind ON api_key (expires_at) WHERE reminded_at IS NULL AND revoked_at IS NULL',
    );
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE api_key DROP COLUMN reminded_at');
  }
}
