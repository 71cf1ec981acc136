import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TransferLife1763600001000 implements MigrationInterface {
  name = 'TransferLife1763600001000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE access_request
        ADD note text,
        ADD intended_use text,
        ADD reason text;
      ALTER TABLE transfer
        ADD revoke_reason text,
        ADD licences jsonb NOT NULL DEFAULT '[]',
        ADD max_downloads int,
        ADD first_download_at timestamptz,
        ADD remind_at timestamptz,
        ADD link_mailed_at timestamptz,
        ADD archive_removed_at timestamptz;
      CREATE INDEX transfer_remind ON transfer (remind_at) WHERE remind_at IS NOT NULL;
      CREATE INDEX transfer_uncollected ON transfer (expires_at) WHERE archive_removed_at IS NULL;
      CREATE TABLE download (
        transfer_id text NOT NULL,
        object text NOT NULL,
        count int NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        PRIMARY KEY (transfer_id, object),
        CONSTRAINT download_transfer FOREIGN KEY (transfer_id) REFERENCES transfer (id) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      DROP TABLE download;
      DROP INDEX transfer_remind, transfer_uncollected;
      ALTER TABLE transfer
        DROP revoke_reason, DROP licences, DROP max_downloads, DROP first_download_at, DROP remind_at, DROP link_mailed_at, DROP archive_removed_at;
      ALTER TABLE access_request DROP note, DROP intended_use, DROP reason;
    `);
  }
}
