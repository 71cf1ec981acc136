import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uses of limited resources, which all replicas of a service count together. */
export class KitLimits1795720000000 implements MigrationInterface {
  name = 'KitLimits1795720000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE limit_use (
        id uuid NOT NULL,
        limit_name text NOT NULL,
        key text NOT NULL,
        amount int NOT NULL DEFAULT 1,
        at timestamptz NOT NULL,
        PRIMARY KEY (id, limit_name, key)
      );
      CREATE INDEX limit_use_of_key ON limit_use (limit_name, key, at);
      CREATE INDEX limit_use_at ON limit_use (at);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE limit_use');
  }
}
