import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sealed1763730000000 implements MigrationInterface {
  name = 'Sealed1763730000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE file
        ADD sealed_id uuid,
        ADD owner_id uuid,
        ADD wrapped_key text,
        ADD sealed_meta text,
        ADD sealed_size bigint,
        ADD in_place boolean NOT NULL DEFAULT false,
        ADD upload_id uuid;
      CREATE UNIQUE INDEX file_upload ON file (upload_id) WHERE upload_id IS NOT NULL;
      ALTER TABLE account ADD require_e2e boolean NOT NULL DEFAULT false, ADD sealing_said_at timestamptz;
    `);
  }

  /** What was sealed cannot be opened without the keys that go here. */
  async down(runner: QueryRunner) {
    await runner.query(`
      DELETE FROM file WHERE sealed_id IS NOT NULL;
      DROP INDEX file_upload;
      ALTER TABLE file DROP sealed_id, DROP owner_id, DROP wrapped_key, DROP sealed_meta, DROP sealed_size, DROP in_place, DROP upload_id;
      ALTER TABLE account DROP require_e2e, DROP sealing_said_at;
    `);
  }
}
