import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for the relay, which reads events in the order of creation without sorting a long backlog for every batch. */
export class KitOutboxOrder1763910000000 implements MigrationInterface {
  name = 'KitOutboxOrder1763910000000';

  async up(runner: QueryRunner) {
    await runner.query('DROP INDEX outbox_due');
    await runner.query('CREATE INDEX outbox_due ON outbox (id) WHERE published_at IS NULL');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP INDEX outbox_due');
    await runner.query('CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE published_at IS NULL');
  }
}
