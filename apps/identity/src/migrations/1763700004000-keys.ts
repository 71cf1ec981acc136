import { randomBytes } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Keys1763700004000 implements MigrationInterface {
  name = 'Keys1763700004000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE account ADD kdf jsonb;
      ALTER TABLE company ADD require_e2e boolean NOT NULL DEFAULT false;
      CREATE TABLE key_bundle (account_id uuid NOT NULL, epoch int NOT NULL, bundle jsonb NOT NULL, PRIMARY KEY (account_id, epoch));
      CREATE TABLE vault (account_id uuid PRIMARY KEY, epoch int NOT NULL, sealed jsonb NOT NULL, pins text NOT NULL, revision int NOT NULL, recovery_saved boolean NOT NULL);
      CREATE TABLE salt_key (id int PRIMARY KEY, key bytea NOT NULL);
    `);
    await runner.query('INSERT INTO salt_key (id, key) VALUES (1, $1)', [randomBytes(32)]);
  }

  async down(runner: QueryRunner) {
    await runner.query(
      'DROP TABLE salt_key, vault, key_bundle; ALTER TABLE company DROP require_e2e; ALTER TABLE account DROP kdf',
    );
  }
}
