import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReviewWork1763700000000 implements MigrationInterface {
  name = 'ReviewWork1763700000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE review
        ADD claimed_by_id uuid,
        ADD claimed_by text,
        ADD claimed_at timestamptz,
        ADD approved_by_id uuid,
        ADD approved_by text,
        ADD reverify_at timestamptz;
      CREATE TABLE document_check (
        case_id uuid NOT NULL,
        upload_id uuid NOT NULL,
        document text NOT NULL,
        decision text NOT NULL,
        fault text,
        reason text,
        PRIMARY KEY (case_id, upload_id)
      );
      CREATE TABLE field_remark (
        case_id uuid NOT NULL,
        field text NOT NULL,
        reason text NOT NULL,
        PRIMARY KEY (case_id, field)
      );
      CREATE TABLE case_note (
        id uuid PRIMARY KEY,
        case_id uuid NOT NULL,
        text text NOT NULL,
        by_user text NOT NULL,
        at timestamptz NOT NULL
      );
      CREATE INDEX note_of_case ON case_note (case_id, at);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      DROP TABLE document_check, field_remark, case_note;
      ALTER TABLE review DROP claimed_by_id, DROP claimed_by, DROP claimed_at, DROP approved_by_id, DROP approved_by, DROP reverify_at;
    `);
  }
}
