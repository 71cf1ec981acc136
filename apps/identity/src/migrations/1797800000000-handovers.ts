import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Handovers1797800000000 implements MigrationInterface {
  name = 'Handovers1797800000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE handover (
        company_id uuid PRIMARY KEY,
        to_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT handover_to_member FOREIGN KEY (company_id, to_id) REFERENCES membership (company_id, account_id) ON DELETE CASCADE
      );
      CREATE INDEX handover_of_account ON handover (to_id);
      CREATE TABLE account_holder (account_id uuid PRIMARY KEY, holder_id uuid NOT NULL);
      CREATE INDEX account_holder_person ON account_holder (holder_id);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE account_holder; DROP TABLE handover');
  }
}
