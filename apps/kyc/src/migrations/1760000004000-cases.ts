import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Cases1760000004000 implements MigrationInterface {
  name = 'Cases1760000004000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE kyc_case (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        status text NOT NULL,
        version int NOT NULL DEFAULT 0,
        company_details jsonb NOT NULL,
        commercial_info jsonb NOT NULL,
        submitted_at timestamptz,
        updated_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX kyc_case_company ON kyc_case (company_id);
      CREATE TABLE kyc_document (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        kind text NOT NULL,
        object_key text NOT NULL,
        filename text NOT NULL,
        content_type text NOT NULL,
        size bigint NOT NULL,
        sha256 text NOT NULL,
        uploaded_at timestamptz NOT NULL
      );
      CREATE INDEX kyc_document_newest ON kyc_document (company_id, kind, id);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE kyc_case, kyc_document');
  }
}
