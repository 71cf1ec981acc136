import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables every service with a database has. */
export class Kit1760000000000 implements MigrationInterface {
  name = 'Kit1760000000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        subject text NOT NULL,
        payload jsonb NOT NULL,
        meta jsonb NOT NULL,
        settle_to text,
        created_at timestamptz NOT NULL DEFAULT now(),
        attempts int NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        published_at timestamptz,
        confirmed_at timestamptz
      );
      CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE published_at IS NULL;
      CREATE INDEX outbox_unconfirmed ON outbox (published_at) WHERE confirmed_at IS NULL AND published_at IS NOT NULL;
      CREATE TABLE inbox (event_id uuid PRIMARY KEY, taken_at timestamptz NOT NULL DEFAULT now());
      CREATE INDEX inbox_taken_at ON inbox (taken_at);
      CREATE TABLE job_intent (
        id uuid PRIMARY KEY,
        queue text NOT NULL,
        name text NOT NULL,
        key text NOT NULL,
        payload jsonb NOT NULL,
        state text NOT NULL DEFAULT 'pending',
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        enqueued_at timestamptz,
        not_after timestamptz,
        finished_at timestamptz
      );
      CREATE UNIQUE INDEX job_intent_key ON job_intent (key);
      CREATE INDEX job_intent_pending ON job_intent (created_at) WHERE state = 'pending';
      CREATE TABLE dead_letter (
        event_id uuid PRIMARY KEY,
        subject text NOT NULL,
        message jsonb NOT NULL,
        error text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE idempotency (
        actor_id text NOT NULL,
        subject text NOT NULL,
        key text NOT NULL,
        answer jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (actor_id, subject, key)
      );
      CREATE INDEX idempotency_created_at ON idempotency (created_at);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE outbox, inbox, job_intent, dead_letter, idempotency');
  }
}
