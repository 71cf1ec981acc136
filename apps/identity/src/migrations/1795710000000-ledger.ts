import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Ledger1795710000000 implements MigrationInterface {
  name = 'Ledger1795710000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE ledger_entry (
        account_id uuid NOT NULL, epoch int NOT NULL, seq int NOT NULL, previous int, sealed text NOT NULL,
        PRIMARY KEY (account_id, epoch, seq),
        CONSTRAINT ledger_entry_previous FOREIGN KEY (account_id, epoch, previous) REFERENCES ledger_entry (account_id, epoch, seq),
        CONSTRAINT ledger_entry_follows CHECK (previous IS NOT DISTINCT FROM nullif(seq - 1, 0)));
      CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a ledger only grows'; END $$;
      CREATE TRIGGER only_grows BEFORE UPDATE OR TRUNCATE ON ledger_entry EXECUTE FUNCTION refuse_ledger_change();
      ALTER TABLE vault ALTER pins DROP NOT NULL, DROP revision;
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE vault ADD revision int NOT NULL DEFAULT 0;
      DROP TABLE ledger_entry; DROP FUNCTION refuse_ledger_change;
    `);
  }
}
