import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Webhooks1763710000010 implements MigrationInterface {
  name = 'Webhooks1763710000010';

  async up(runner: QueryRunner) {
    await runner.query(`CREATE TABLE webhook (
      id uuid PRIMARY KEY,
      company_id text NOT NULL,
      owner_id text NOT NULL,
      owner_email text NOT NULL,
      url text NOT NULL,
      kinds text[] NOT NULL,
      description text NOT NULL,
      secret text NOT NULL,
      secret_end text NOT NULL,
      old_secret text,
      old_secret_until timestamptz,
      enabled boolean NOT NULL DEFAULT true,
      off_because text,
      failing_since timestamptz,
      last_delivered_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
    await runner.query('CREATE INDEX webhook_company ON webhook (company_id, id)');
    await runner.query('CREATE INDEX webhook_owner ON webhook (owner_id)');
    await runner.query('CREATE INDEX webhook_owner_email ON webhook (owner_email)');
    await runner.query(`CREATE TABLE webhook_delivery (
      id uuid PRIMARY KEY,
      webhook_id uuid NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
      event_id uuid NOT NULL,
      kind text NOT NULL,
      data jsonb NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      status text NOT NULL DEFAULT 'waiting',
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz DEFAULT now(),
      give_up_at timestamptz NOT NULL,
      lease uuid,
      leased_until timestamptz,
      last_attempt_at timestamptz,
      fault text,
      response_status integer,
      response text,
      took_ms integer
    )`);
    await runner.query('CREATE UNIQUE INDEX webhook_delivery_event ON webhook_delivery (webhook_id, event_id)');
    await runner.query('CREATE INDEX webhook_delivery_at ON webhook_delivery (at)');
    await runner.query('CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, id)');
    await runner.query(
      "CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at) WHERE status = 'waiting'",
    );
    await runner.query('CREATE INDEX webhook_delivery_leased ON webhook_delivery (webhook_id) WHERE lease IS NOT NULL');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE webhook_delivery');
    await runner.query('DROP TABLE webhook');
  }
}
