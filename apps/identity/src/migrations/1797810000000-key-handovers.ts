import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeyHandovers1797810000000 implements MigrationInterface {
  name = 'KeyHandovers1797810000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE key_handover (
        account_id uuid PRIMARY KEY REFERENCES person_key (account_id) ON DELETE CASCADE,
        request_id uuid NOT NULL,
        session_id uuid NOT NULL,
        agent text NOT NULL,
        ip text NOT NULL,
        sealed_public text NOT NULL,
        sealed text,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX key_handover_expiry ON key_handover (expires_at)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE key_handover');
  }
}
