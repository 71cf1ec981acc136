import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SessionsOfBrowsers1795900000000 implements MigrationInterface {
  name = 'SessionsOfBrowsers1795900000000';

  async up(runner: QueryRunner) {
    await runner.query('CREATE INDEX session_of_browser ON session (binding)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP INDEX session_of_browser');
  }
}
