import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EndedPartnerships1795550002000 implements MigrationInterface {
  name = 'EndedPartnerships1795550002000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE access_request ADD partnership_version int NOT NULL DEFAULT 0;
      CREATE TABLE ended_partnership (
        company_id uuid NOT NULL,
        receiver_user_id uuid NOT NULL,
        version int NOT NULL,
        PRIMARY KEY (company_id, receiver_user_id)
      );
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      DROP TABLE ended_partnership;
      ALTER TABLE access_request DROP partnership_version;
    `);
  }
}
