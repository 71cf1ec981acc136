import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The person who made a request: a member of the receiver's company may do so for its owner. */
export class RequestedBy1796700000000 implements MigrationInterface {
  name = 'RequestedBy1796700000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE access_request ADD requested_by uuid');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE access_request DROP requested_by');
  }
}
