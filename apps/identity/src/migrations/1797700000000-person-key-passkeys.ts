import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PersonKeyPasskeys1797700000000 implements MigrationInterface {
  name = 'PersonKeyPasskeys1797700000000';

  async up(runner: QueryRunner) {
    await runner.query(
      `ALTER TABLE person_key ADD wrap_kind text NOT NULL DEFAULT 'password', ADD passkeys jsonb NOT NULL DEFAULT '[]'`,
    );
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE person_key DROP passkeys, DROP wrap_kind');
  }
}
