import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeyLog1795650000000 implements MigrationInterface {
  name = 'KeyLog1795650000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE key_log_entry (index int PRIMARY KEY, account_id uuid NOT NULL, key_id bytea NOT NULL, entry bytea NOT NULL, UNIQUE (account_id, key_id));
      CREATE TABLE key_log_node (level int NOT NULL, index int NOT NULL, hash bytea NOT NULL, PRIMARY KEY (level, index));
      CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the key log only grows'; END $$;
      CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON key_log_entry EXECUTE FUNCTION refuse_log_change();
      CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON key_log_node EXECUTE FUNCTION refuse_log_change();
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE key_log_node, key_log_entry; DROP FUNCTION refuse_log_change');
  }
}
