import type { MigrationInterface, QueryRunner } from 'typeorm';

const live = 'current_version IS NOT NULL AND deleted_at IS NULL';
const added = `SELECT folder_id, 1 AS n FROM now_there WHERE ${live}`;
const removed = `SELECT folder_id, -1 AS n FROM was_there WHERE ${live}`;

const replaced = (operation: string, rows: string, update: string) => `
  CREATE OR REPLACE FUNCTION count_files_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE folder SET ${update}
    FROM (SELECT folder_id, sum(n)::int AS files FROM (${rows}) AS changed GROUP BY folder_id) AS moved
    WHERE folder.id = moved.folder_id;
    RETURN NULL;
  END $$;`;

const counted = (operation: string, rows: string) =>
  replaced(operation, rows, 'file_count = file_count + moved.files, updated_at = greatest(updated_at, now())').replace(
    'GROUP BY folder_id)',
    'GROUP BY folder_id HAVING sum(n) <> 0)',
  );

const versioned = (operation: string, rows: string) =>
  replaced(
    operation,
    rows,
    `file_count = file_count + moved.files, files_version = files_version + 1,
     updated_at = CASE WHEN moved.files <> 0 THEN greatest(updated_at, now()) ELSE updated_at END`,
  );

const functions = (of: (operation: string, rows: string) => string) =>
  [of('insert', added), of('update', `${added} UNION ALL ${removed}`), of('delete', removed)].join('');

/** Every change of a live file also counts in its folder, so that a reader learns from one number whether a page is unchanged. */
export class FilesVersion1795740000000 implements MigrationInterface {
  name = 'FilesVersion1795740000000';

  async up(runner: QueryRunner) {
    await runner.query(`ALTER TABLE folder ADD files_version bigint NOT NULL DEFAULT 0; ${functions(versioned)}`);
  }

  async down(runner: QueryRunner) {
    await runner.query(`${functions(counted)} ALTER TABLE folder DROP files_version`);
  }
}
