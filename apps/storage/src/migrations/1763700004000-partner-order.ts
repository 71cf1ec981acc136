import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The latest event of a partnership counts, in whatever order the events arrive. */
export class PartnerOrder1763700004000 implements MigrationInterface {
  name = 'PartnerOrder1763700004000';

  async up(runner: QueryRunner) {
    await runner.query(
      "ALTER TABLE partner ADD ended boolean NOT NULL DEFAULT false, ADD changed_at timestamptz NOT NULL DEFAULT '-infinity'",
    );
  }

  async down(runner: QueryRunner) {
    await runner.query('DELETE FROM partner WHERE ended');
    await runner.query('ALTER TABLE partner DROP ended, DROP changed_at');
  }
}
