import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Entries1760000005000 implements MigrationInterface {
  name = 'Entries1760000005000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE chain (
        id uuid PRIMARY KEY,
        length int NOT NULL DEFAULT 0,
        head text NOT NULL
      );
      CREATE TABLE entry (
        id uuid PRIMARY KEY,
        chain_id uuid NOT NULL,
        sequence int NOT NULL,
        at timestamptz NOT NULL,
        action text NOT NULL,
        actor text,
        actor_id uuid,
        ip text,
        request_id text,
        message text NOT NULL,
        hash text NOT NULL
      );
      CREATE UNIQUE INDEX entry_of_chain ON entry (chain_id, sequence);
      CREATE INDEX entry_newest ON entry (chain_id, at, id);
      CREATE INDEX entry_at ON entry (at, id);
      REVOKE UPDATE, DELETE, TRUNCATE ON entry FROM tradepost_audit;
      CREATE TABLE review (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        company_name text NOT NULL,
        email text NOT NULL,
        status text NOT NULL,
        submitted_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX review_status ON review (status, submitted_at);
      CREATE TABLE decision (
        id uuid PRIMARY KEY,
        case_id uuid NOT NULL,
        decision text NOT NULL,
        reason text,
        documents jsonb NOT NULL,
        by_user text NOT NULL,
        at timestamptz NOT NULL
      );
      CREATE INDEX decision_of_case ON decision (case_id, at);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE chain, entry, review, decision');
  }
}
