import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TermsAndExtensions1796300000000 implements MigrationInterface {
  name = 'TermsAndExtensions1796300000000';

  async up(runner: QueryRunner) {
    await runner.query('ALTER TABLE request_file ADD terms jsonb');
    await runner.query('ALTER TABLE transfer_file ADD terms jsonb');
    await runner.query(`CREATE TABLE transfer_extension (
      transfer_id text NOT NULL CONSTRAINT transfer_extension_transfer REFERENCES transfer (id) ON DELETE CASCADE,
      extended_at timestamptz NOT NULL,
      before timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      CONSTRAINT transfer_extension_pkey PRIMARY KEY (transfer_id, extended_at))`);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE transfer_extension');
    await runner.query('ALTER TABLE transfer_file DROP terms');
    await runner.query('ALTER TABLE request_file DROP terms');
  }
}
