import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Feed1763690000000 implements MigrationInterface {
  name = 'Feed1763690000000';

  async up(runner: QueryRunner) {
    await runner.query(`CREATE TABLE notice (
      id uuid PRIMARY KEY,
      user_id text,
      company_id text,
      email text,
      type text NOT NULL,
      data jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      read_at timestamptz
    )`);
    await runner.query('CREATE INDEX notice_user ON notice (user_id, id) WHERE user_id IS NOT NULL');
    await runner.query('CREATE INDEX notice_company ON notice (company_id, id) WHERE company_id IS NOT NULL');
    await runner.query('CREATE INDEX notice_email ON notice (email, id) WHERE email IS NOT NULL');
    await runner.query('CREATE INDEX notice_created_at ON notice (created_at)');
    await runner.query('CREATE TABLE preference (email text PRIMARY KEY, unwanted text[] NOT NULL)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE preference');
    await runner.query('DROP TABLE notice');
  }
}
