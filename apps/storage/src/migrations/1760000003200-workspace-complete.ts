import { fileGroupOf } from '@tradepost/reference/file-types';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const live = "state = 'ready' AND deleted_at IS NULL";

/** The trigger keeps every folder's count exact, whichever statement moved a file; one update a folder and statement. */
const countFiles = (operation: string, before: string | null, after: string | null) => `
  CREATE TRIGGER file_count_${operation} AFTER ${operation} ON file
    REFERENCING ${before ? `OLD TABLE AS ${before}` : ''} ${after ? `NEW TABLE AS ${after}` : ''}
    FOR EACH STATEMENT EXECUTE FUNCTION count_files_${operation}();`;
const counting = (operation: string, rows: string) => `
  CREATE FUNCTION count_files_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE folder SET file_count = file_count + moved.files, updated_at = greatest(updated_at, now())
    FROM (SELECT folder_id, sum(n)::int AS files FROM (${rows}) AS changed GROUP BY folder_id HAVING sum(n) <> 0) AS moved
    WHERE folder.id = moved.folder_id;
    RETURN NULL;
  END $$;`;
const came = `SELECT folder_id, 1 AS n FROM now_there WHERE ${live}`;
const went = `SELECT folder_id, -1 AS n FROM was_there WHERE ${live}`;

export class WorkspaceComplete1760000003200 implements MigrationInterface {
  name = 'WorkspaceComplete1760000003200';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE folder
        ADD COLUMN description text NOT NULL DEFAULT '',
        ADD COLUMN licence text NOT NULL DEFAULT '',
        ADD COLUMN file_count integer NOT NULL DEFAULT 0,
        ADD COLUMN updated_at timestamptz;
      UPDATE folder SET updated_at = created_at,
        file_count = (SELECT count(*) FROM file WHERE folder_id = folder.id AND state = 'ready' AND file.deleted_at IS NULL);
      ALTER TABLE folder ALTER COLUMN updated_at SET NOT NULL, ALTER COLUMN updated_at SET DEFAULT now();

      ALTER TABLE file
        ADD COLUMN file_group text NOT NULL DEFAULT 'other',
        ADD COLUMN version integer NOT NULL DEFAULT 1,
        ADD COLUMN replaces uuid,
        ADD COLUMN content_at timestamptz,
        ADD COLUMN purge_at timestamptz,
        ADD COLUMN sample boolean NOT NULL DEFAULT false,
        ADD COLUMN has_preview boolean NOT NULL DEFAULT false,
        ADD COLUMN preview text,
        ADD COLUMN profile jsonb,
        ADD COLUMN received_bytes bigint NOT NULL DEFAULT 0,
        ADD COLUMN parts jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN original_name text NOT NULL DEFAULT '';
      UPDATE file SET content_at = updated_at, purge_at = deleted_at + interval '30 days';
      ALTER TABLE file ALTER COLUMN content_at SET NOT NULL, ALTER COLUMN content_at SET DEFAULT now();

      DROP INDEX file_name, file_size, file_updated, file_newest, file_deleted;
      CREATE UNIQUE INDEX file_name ON file (folder_id, lower(name)) WHERE deleted_at IS NULL AND replaces IS NULL;
      CREATE INDEX file_newest ON file (folder_id, created_at, id) INCLUDE (file_group) WHERE ${live};
      CREATE INDEX file_updated ON file (folder_id, updated_at, id) INCLUDE (file_group) WHERE ${live};
      CREATE INDEX file_size ON file (folder_id, size, id) INCLUDE (file_group) WHERE ${live};
      CREATE INDEX file_type ON file (folder_id, mimetype, id) INCLUDE (file_group) WHERE ${live};
      CREATE INDEX file_sorted ON file (folder_id, lower(name), id) INCLUDE (name, file_group) WHERE ${live};
      CREATE INDEX file_bin ON file (company_id, deleted_at) WHERE state = 'ready' AND deleted_at IS NOT NULL;
      CREATE INDEX file_purge ON file (purge_at) WHERE purge_at IS NOT NULL;
      CREATE INDEX file_replaces ON file (replaces) WHERE replaces IS NOT NULL;

      ALTER TABLE share ADD COLUMN until timestamptz;
      CREATE TABLE hold (
        transfer_id text NOT NULL,
        object_key text NOT NULL,
        company_id uuid NOT NULL,
        until timestamptz NOT NULL,
        PRIMARY KEY (transfer_id, object_key)
      );
      CREATE INDEX hold_object ON hold (object_key);
      CREATE INDEX hold_until ON hold (until);

      ${counting('insert', came)}
      ${counting('update', `${came} UNION ALL ${went}`)}
      ${counting('delete', went)}
      ${countFiles('insert', null, 'now_there')}
      ${countFiles('update', 'was_there', 'now_there')}
      ${countFiles('delete', 'was_there', null)}
    `);
    const names = (await runner.query(
      "SELECT DISTINCT mimetype, 'x' || coalesce(substring(name from '\\.[^.]*$'), '') AS name FROM file",
    )) as { mimetype: string; name: string }[];
    for (const { mimetype, name } of names) {
      await runner.query(
        "UPDATE file SET file_group = $3 WHERE mimetype = $1 AND 'x' || coalesce(substring(name from '\\.[^.]*$'), '') = $2",
        [mimetype, name, fileGroupOf(name, mimetype)],
      );
    }
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      DROP TRIGGER file_count_insert ON file;
      DROP TRIGGER file_count_update ON file;
      DROP TRIGGER file_count_delete ON file;
      DROP FUNCTION count_files_insert, count_files_update, count_files_delete;
      DROP TABLE hold;
      ALTER TABLE share DROP COLUMN until;
      DELETE FROM file WHERE replaces IS NOT NULL;
      DROP INDEX file_name, file_size, file_updated, file_newest, file_type, file_sorted, file_bin, file_purge, file_replaces;
      ALTER TABLE file
        DROP COLUMN file_group, DROP COLUMN version, DROP COLUMN replaces, DROP COLUMN content_at, DROP COLUMN purge_at, DROP COLUMN sample,
        DROP COLUMN has_preview, DROP COLUMN preview, DROP COLUMN profile, DROP COLUMN received_bytes, DROP COLUMN parts,
        DROP COLUMN original_name;
      CREATE UNIQUE INDEX file_name ON file (folder_id, lower(name)) WHERE deleted_at IS NULL;
      CREATE INDEX file_newest ON file (folder_id, created_at, id) WHERE ${live};
      CREATE INDEX file_updated ON file (folder_id, updated_at, id) WHERE ${live};
      CREATE INDEX file_size ON file (folder_id, size, id) WHERE ${live};
      CREATE INDEX file_deleted ON file (deleted_at) WHERE deleted_at IS NOT NULL;
      ALTER TABLE folder DROP COLUMN description, DROP COLUMN licence, DROP COLUMN file_count, DROP COLUMN updated_at;
    `);
  }
}
