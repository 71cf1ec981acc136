import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProofAttempts1795450000000 implements MigrationInterface {
  name = 'ProofAttempts1795450000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE proof_attempt (id uuid PRIMARY KEY, restarted boolean NOT NULL DEFAULT false, expires_at timestamptz NOT NULL);
      CREATE INDEX proof_attempt_expiry ON proof_attempt (expires_at);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE proof_attempt');
  }
}
