import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Approvals1796600000000 implements MigrationInterface {
  name = 'Approvals1796600000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE access_request ADD approvals_needed integer NOT NULL DEFAULT 0');
    await runner.query(`CREATE TABLE approval (
      request_id uuid NOT NULL CONSTRAINT approval_request REFERENCES access_request (id) ON DELETE CASCADE,
      user_id uuid NOT NULL,
      email text,
      created_at timestamptz NOT NULL,
      CONSTRAINT approval_pkey PRIMARY KEY (request_id, user_id))`);
    await runner.query(`CREATE INDEX approval_of_person ON approval (user_id)`);
    await runner.query(`CREATE TABLE approval_rule (
      company_id uuid CONSTRAINT approval_rule_pkey PRIMARY KEY,
      approvals integer NOT NULL,
      above_amount numeric(17,2),
      above_currency text,
      CONSTRAINT approval_rule_amount CHECK ((above_amount IS NULL) = (above_currency IS NULL)))`);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE approval_rule');
    await runner.query('DROP TABLE approval');
    await runner.query('ALTER TABLE access_request DROP approvals_needed');
  }
}
