import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Comments1796600001000 implements MigrationInterface {
  name = 'Comments1796600001000';

  async up(runner: QueryRunner) {
    await runner.query(`CREATE TABLE request_comment (
      id uuid CONSTRAINT request_comment_pkey PRIMARY KEY,
      request_id uuid NOT NULL CONSTRAINT request_comment_request REFERENCES access_request (id) ON DELETE CASCADE,
      author_id uuid NOT NULL,
      email text,
      side text NOT NULL,
      internal boolean NOT NULL,
      text text NOT NULL,
      created_at timestamptz NOT NULL)`);
    await runner.query('CREATE INDEX request_comment_of_request ON request_comment (request_id, id)');
    await runner.query('CREATE INDEX request_comment_of_author ON request_comment (author_id, id)');
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE request_comment');
  }
}
