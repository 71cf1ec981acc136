import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SealedFiles1763600002000 implements MigrationInterface {
  name = 'SealedFiles1763600002000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE request_file ADD mode text NOT NULL DEFAULT 'managed';
      ALTER TABLE transfer_file ADD mode text NOT NULL DEFAULT 'managed', ADD sealed jsonb;
      ALTER TABLE transfer ADD grants jsonb;
      CREATE TABLE receiver_key (
        user_id uuid PRIMARY KEY,
        epoch bigint NOT NULL,
        key_id text NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      DROP TABLE receiver_key;
      ALTER TABLE transfer DROP grants;
      ALTER TABLE transfer_file DROP mode, DROP sealed;
      ALTER TABLE request_file DROP mode;
    `);
  }
}
