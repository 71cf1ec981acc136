import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Review1763700000000 implements MigrationInterface {
  name = 'Review1763700000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE kyc_case
        ADD submitted jsonb,
        ADD decided jsonb,
        ADD verified jsonb,
        ADD reverify_at timestamptz,
        ADD reminders int NOT NULL DEFAULT 0;
      UPDATE kyc_case SET submitted = jsonb_build_object('companyDetails', company_details, 'commercialInfo', commercial_info) WHERE submitted_at IS NOT NULL;
      CREATE INDEX kyc_case_reverify ON kyc_case (reverify_at);
      ALTER TABLE kyc_document ADD cleared_at timestamptz;
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE kyc_case DROP submitted, DROP decided, DROP verified, DROP reverify_at, DROP reminders;
      ALTER TABLE kyc_document DROP cleared_at;
    `);
  }
}
