import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the companies that have invited a person: the partners of a receiver. */
export class Partners1797500000000 implements MigrationInterface {
  name = 'Partners1797500000000';

  async up(runner: QueryRunner) {
    await runner.query('CREATE INDEX invitation_accepted_by ON invitation (accepted_by) WHERE accepted_by IS NOT NULL');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP INDEX invitation_accepted_by');
  }
}
