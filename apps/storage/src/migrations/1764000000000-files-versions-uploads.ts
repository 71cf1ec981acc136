import type { MigrationInterface, QueryRunner } from 'typeorm';

const live = 'current_version IS NOT NULL AND deleted_at IS NULL';

/** The function of a trigger that keeps `folder.file_count` exact. */
const counting = (operation: string, rows: string) => `
  CREATE OR REPLACE FUNCTION count_files_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE folder SET file_count = file_count + moved.files, updated_at = greatest(updated_at, now())
    FROM (SELECT folder_id, sum(n)::int AS files FROM (${rows}) AS changed GROUP BY folder_id HAVING sum(n) <> 0) AS moved
    WHERE folder.id = moved.folder_id;
    RETURN NULL;
  END $$;`;
const countFiles = (operation: string, tables: string) => `
  CREATE TRIGGER file_count_${operation} AFTER ${operation} ON file REFERENCING ${tables}
    FOR EACH STATEMENT EXECUTE FUNCTION count_files_${operation}();`;
const added = `SELECT folder_id, 1 AS n FROM now_there WHERE ${live}`;
const removed = `SELECT folder_id, -1 AS n FROM was_there WHERE ${live}`;

const sealedOrNone = (version: string) => `
  CHECK ((wrapped_key IS NULL) = (sealed_meta IS NULL) AND (wrapped_key IS NULL) = (owner_id IS NULL)
    AND (wrapped_key IS NULL) = (sealed_size IS NULL)${version})`;

/**
 * One row of `file` was an upload, a file or an earlier version. These become three tables: `file` keeps the identity,
 * `file_version` gets the bytes, `upload` gets what is under way and the uploads that may still be repeated.
 */
export class FilesVersionsUploads1764000000000 implements MigrationInterface {
  name = 'FilesVersionsUploads1764000000000';

  async up(runner: QueryRunner) {
    await this.createTables(runner);
    await this.endImpossibleUploads(runner);
    await this.moveVersions(runner);
    await this.moveUploads(runner);
    await this.narrowFile(runner);
    await this.constrain(runner);
  }

  /** Earlier versions have lost their own terms, and uploads their columns in `file`. */
  async down() {
    throw new Error('This migration cannot be undone: restore a backup from before it');
  }

  private async createTables(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE file_version (
        file_id uuid NOT NULL,
        version integer NOT NULL,
        company_id uuid NOT NULL,
        object_key text NOT NULL,
        mime_type text NOT NULL,
        size bigint NOT NULL,
        sha256 text NOT NULL DEFAULT '',
        crc32 bigint NOT NULL DEFAULT 0,
        scan text NOT NULL DEFAULT 'none',
        sealed_size bigint,
        owner_id uuid,
        wrapped_key text,
        sealed_meta text,
        has_preview boolean NOT NULL DEFAULT false,
        preview text,
        profile jsonb,
        created_at timestamptz NOT NULL,
        purge_at timestamptz,
        PRIMARY KEY (file_id, version),
        CONSTRAINT file_version_numbers CHECK (version >= 1 AND size >= 0),
        CONSTRAINT file_version_seal ${sealedOrNone('')}
      );
      CREATE TABLE upload (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        file_id uuid NOT NULL,
        version integer,
        object_key text NOT NULL,
        original_name text NOT NULL,
        upload_key text,
        lease_until timestamptz,
        committed_at timestamptz,
        size bigint NOT NULL,
        received_bytes bigint NOT NULL DEFAULT 0,
        parts jsonb NOT NULL DEFAULT '[]',
        mime_type text NOT NULL DEFAULT '',
        sealed_size bigint,
        owner_id uuid,
        wrapped_key text,
        sealed_meta text,
        in_place boolean NOT NULL DEFAULT false,
        category text NOT NULL,
        currency text NOT NULL,
        price numeric(24,6) NOT NULL,
        number_of_records bigint NOT NULL,
        total_amount numeric(40,2) NOT NULL,
        preview text,
        profile jsonb,
        created_at timestamptz NOT NULL,
        CONSTRAINT upload_lease CHECK ((lease_until IS NULL) = (committed_at IS NOT NULL)),
        CONSTRAINT upload_numbers CHECK (size >= 0 AND received_bytes >= 0 AND version >= 1),
        CONSTRAINT upload_in_place CHECK (NOT in_place OR (wrapped_key IS NOT NULL AND version > 1)),
        CONSTRAINT upload_seal ${sealedOrNone(' AND (wrapped_key IS NULL OR version IS NOT NULL)')}
      );
    `);
  }

  /** Uploads that can only fail to commit: their file is gone, or another file or upload has the id that they chose. */
  private async endImpossibleUploads(runner: QueryRunner) {
    await runner.query(`
      WITH ended AS (
        DELETE FROM file AS u WHERE u.state = 'uploading' AND (
          (u.replaces IS NOT NULL AND NOT EXISTS (SELECT 1 FROM file f WHERE f.id = u.replaces AND f.state = 'ready'))
          OR (u.replaces IS NULL AND u.sealed_id IS NOT NULL AND EXISTS (
            SELECT 1 FROM file f WHERE f.id = u.sealed_id
              OR (f.state = 'uploading' AND f.replaces IS NULL AND f.sealed_id = u.sealed_id AND (f.created_at, f.id) < (u.created_at, u.id)))))
        RETURNING company_id, size)
      UPDATE account SET used_bytes = used_bytes - freed.bytes
      FROM (SELECT company_id, sum(size) AS bytes FROM ended GROUP BY company_id) AS freed
      WHERE account.company_id = freed.company_id
    `);
  }

  private async moveVersions(runner: QueryRunner) {
    await runner.query(`
      INSERT INTO file_version (file_id, version, company_id, object_key, mime_type, size, sha256, crc32, scan, sealed_size,
                                owner_id, wrapped_key, sealed_meta, has_preview, preview, profile, created_at, purge_at)
      SELECT coalesce(replaces, id), version, company_id, object_key, mimetype, size, sha256, crc32, scan, sealed_size,
             owner_id, wrapped_key, sealed_meta, has_preview, preview, profile, content_at,
             CASE state WHEN 'replaced' THEN coalesce(purge_at, now()) END
      FROM file WHERE state IN ('ready', 'replaced');

      -- a purged file with an earlier version on hold gets its row back, without a current version
      INSERT INTO file (id, company_id, folder_id, name, object_key, state, size, version, category, currency, price,
                        number_of_records, total_amount, created_at, updated_at, deleted_at, purge_at)
      SELECT DISTINCT ON (v.replaces) v.replaces, v.company_id, v.folder_id, v.name, '', 'ready', 0, 0, v.category, v.currency, v.price,
             v.number_of_records, v.total_amount, v.created_at, v.updated_at, now(), now()
      FROM file v WHERE v.state = 'replaced' AND NOT EXISTS (SELECT 1 FROM file f WHERE f.id = v.replaces)
      ORDER BY v.replaces, v.version DESC;
    `);
  }

  private async moveUploads(runner: QueryRunner) {
    const columns = `id, company_id, file_id, version, object_key, original_name, upload_key, lease_until, committed_at, size, received_bytes, parts,
      mime_type, sealed_size, owner_id, wrapped_key, sealed_meta, in_place, category, currency, price, number_of_records, total_amount,
      preview, profile, created_at`;
    await runner.query(`
      INSERT INTO upload (${columns})
      SELECT id, company_id, coalesce(replaces, sealed_id, id),
             CASE WHEN sealed_id IS NOT NULL THEN version WHEN replaces IS NULL THEN 1 END,
             object_key, original_name, upload_key, coalesce(lease_until, now()), NULL, size, received_bytes, parts,
             mimetype, sealed_size, owner_id, wrapped_key, sealed_meta, in_place, category, currency, price, number_of_records,
             total_amount, preview, profile, created_at
      FROM file WHERE state = 'uploading';

      -- uploads that a file answered for: its first one, or the one that sealed it in place
      INSERT INTO upload (${columns})
      SELECT coalesce(upload_id, id), company_id, id, CASE WHEN sealed_id IS NOT NULL THEN version END,
             object_key, original_name, upload_key, NULL, content_at, size, received_bytes, '[]',
             mimetype, sealed_size, owner_id, wrapped_key, sealed_meta, false, category, currency, price, number_of_records,
             total_amount, NULL, NULL, created_at
      FROM file WHERE state = 'ready' AND version > 0 AND content_at > now() - interval '30 days';

      -- the row of an upload held the version before its own
      INSERT INTO upload (${columns})
      SELECT u.id, u.company_id, u.replaces, CASE WHEN v.wrapped_key IS NOT NULL THEN v.version END,
             v.object_key, u.original_name, u.upload_key, NULL, v.created_at, v.size, u.received_bytes, '[]',
             v.mime_type, v.sealed_size, v.owner_id, v.wrapped_key, v.sealed_meta, false, u.category, u.currency, u.price,
             u.number_of_records, u.total_amount, NULL, NULL, u.created_at
      FROM file u JOIN file_version v ON v.file_id = u.replaces AND v.version = u.version + 1
      WHERE u.state = 'replaced'
      ON CONFLICT (id) DO NOTHING;
    `);
  }

  private async narrowFile(runner: QueryRunner) {
    await runner.query(`
      DROP TRIGGER file_count_insert ON file;
      DROP TRIGGER file_count_update ON file;
      DROP TRIGGER file_count_delete ON file;
      DROP INDEX file_name, file_upload_key, file_newest, file_updated, file_size, file_type, file_sorted, file_bin, file_upload,
                 file_replaces, file_lease;
      DELETE FROM file WHERE state = 'replaced' OR (state = 'uploading' AND replaces IS NOT NULL);
      ALTER TABLE file ADD current_version integer;
      ALTER TABLE file RENAME mimetype TO mime_type;
      ALTER TABLE file ALTER size SET DEFAULT 0;
      UPDATE file SET current_version = version WHERE state = 'ready' AND version > 0;
      UPDATE file SET id = coalesce(sealed_id, id), size = 0, mime_type = '' WHERE state = 'uploading';
      ALTER TABLE file
        DROP object_key, DROP state, DROP lease_until, DROP upload_key, DROP original_name, DROP received_bytes, DROP parts,
        DROP sha256, DROP crc32, DROP scan, DROP version, DROP replaces, DROP sealed_id, DROP owner_id, DROP wrapped_key,
        DROP sealed_meta, DROP sealed_size, DROP in_place, DROP upload_id, DROP has_preview, DROP preview, DROP profile,
        DROP content_at;
    `);
  }

  private async constrain(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE file
        ADD CONSTRAINT file_amounts CHECK (size >= 0 AND price >= 0 AND number_of_records >= 0 AND total_amount >= 0),
        ADD CONSTRAINT file_purge_deleted CHECK (purge_at IS NULL OR deleted_at IS NOT NULL),
        ADD CONSTRAINT file_folder FOREIGN KEY (folder_id) REFERENCES folder (id),
        ADD CONSTRAINT file_current_version FOREIGN KEY (id, current_version) REFERENCES file_version (file_id, version)
          DEFERRABLE INITIALLY IMMEDIATE;
      ALTER TABLE file_version ADD CONSTRAINT file_version_file FOREIGN KEY (file_id) REFERENCES file (id) ON DELETE CASCADE;
      ALTER TABLE upload ADD CONSTRAINT upload_file FOREIGN KEY (file_id) REFERENCES file (id) ON DELETE CASCADE;

      CREATE UNIQUE INDEX file_name ON file (folder_id, lower(name)) WHERE deleted_at IS NULL;
      CREATE INDEX file_newest ON file (folder_id, created_at, id) INCLUDE (file_group) WHERE ${live};
      CREATE INDEX file_updated ON file (folder_id, updated_at, id) INCLUDE (file_group) WHERE ${live};
      CREATE INDEX file_size ON file (folder_id, size, id) INCLUDE (file_group) WHERE ${live};
      CREATE INDEX file_type ON file (folder_id, mime_type, id) INCLUDE (file_group) WHERE ${live};
      CREATE INDEX file_sorted ON file (folder_id, lower(name), id) INCLUDE (name, file_group) WHERE ${live};
      CREATE INDEX file_bin ON file (company_id, deleted_at) WHERE current_version IS NOT NULL AND deleted_at IS NOT NULL;
      CREATE INDEX file_version_company ON file_version (company_id);
      CREATE INDEX file_version_object ON file_version (object_key);
      CREATE INDEX file_version_purge ON file_version (purge_at) WHERE purge_at IS NOT NULL;
      CREATE UNIQUE INDEX upload_key ON upload (company_id, upload_key) WHERE upload_key IS NOT NULL;
      CREATE UNIQUE INDEX upload_new_file ON upload (file_id) WHERE version = 1;
      CREATE INDEX upload_of_file ON upload (file_id);
      CREATE INDEX upload_expiry ON upload (lease_until) WHERE lease_until IS NOT NULL;
      CREATE INDEX upload_committed ON upload (committed_at) WHERE committed_at IS NOT NULL;
      CREATE INDEX upload_company ON upload (company_id) WHERE lease_until IS NOT NULL;

      ${counting('insert', added)}
      ${counting('update', `${added} UNION ALL ${removed}`)}
      ${counting('delete', removed)}
      ${countFiles('insert', 'NEW TABLE AS now_there')}
      ${countFiles('update', 'OLD TABLE AS was_there NEW TABLE AS now_there')}
      ${countFiles('delete', 'OLD TABLE AS was_there')}
    `);
  }
}
