import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Assignees of requests. Identity's migration publishes the members that exist. */
export class Assignments1797300000000 implements MigrationInterface {
  name = 'Assignments1797300000000';

  async up(runner: QueryRunner) {
    await runner.query(`ALTER TABLE access_request ADD assignee_id uuid, ADD assignee_email text,
      ADD assigned_at timestamptz, ADD assigned_by uuid, ADD assigned_by_email text`);
    await runner.query(
      'CREATE INDEX access_request_of_assignee ON access_request (sender_company_id, assignee_id, created_at)',
    );
    await runner.query(
      'CREATE INDEX access_request_assigned_by ON access_request (assigned_by) WHERE assigned_by IS NOT NULL',
    );
    await runner.query(`CREATE TABLE member (
      company_id uuid,
      user_id uuid,
      email text,
      address_key text,
      roles text[] NOT NULL,
      changed_at timestamptz NOT NULL,
      suspended boolean NOT NULL DEFAULT false,
      suspension_at timestamptz,
      PRIMARY KEY (company_id, user_id)
    )`);
    await runner.query('CREATE INDEX member_of_user ON member (user_id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE member');
    await runner.query(`ALTER TABLE access_request DROP assignee_id, DROP assignee_email, DROP assigned_at,
      DROP assigned_by, DROP assigned_by_email`);
  }
}
