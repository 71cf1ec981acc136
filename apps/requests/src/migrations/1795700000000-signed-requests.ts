import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SignedRequests1795700000000 implements MigrationInterface {
  name = 'SignedRequests1795700000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE access_request ADD signed jsonb, ADD signed_at timestamptz');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE access_request DROP signed, DROP signed_at');
  }
}
