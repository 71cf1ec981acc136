import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PartnerNotes1795900003000 implements MigrationInterface {
  name = 'PartnerNotes1795900003000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE partner_note (
        invitation_id uuid NOT NULL,
        company_id uuid NOT NULL,
        note text NOT NULL,
        PRIMARY KEY (invitation_id, company_id)
      )`);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE partner_note');
  }
}
