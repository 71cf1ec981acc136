import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeyLogRestarts1795800000000 implements MigrationInterface {
  name = 'KeyLogRestarts1795800000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE key_log_restart (began bigint PRIMARY KEY);
      CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON key_log_restart EXECUTE FUNCTION refuse_log_change();
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE key_log_restart');
  }
}
