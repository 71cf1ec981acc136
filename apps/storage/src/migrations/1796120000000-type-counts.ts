import type { MigrationInterface, QueryRunner } from 'typeorm';

const live = 'current_version IS NOT NULL AND deleted_at IS NULL';
const added = `SELECT folder_id, file_group, 1 AS n FROM now_there WHERE ${live}`;
const removed = `SELECT folder_id, file_group, -1 AS n FROM was_there WHERE ${live}`;

const replaced = (operation: string, rows: string, moved: string, update: string) => `
  CREATE OR REPLACE FUNCTION count_files_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    WITH changed AS (${rows}), moved AS (${moved})
    UPDATE folder SET file_count = file_count + moved.files, files_version = files_version + 1, ${update}
      updated_at = CASE WHEN moved.files <> 0 THEN greatest(updated_at, now()) ELSE updated_at END
    FROM moved WHERE folder.id = moved.folder_id;
    RETURN NULL;
  END $$;`;

const counted = (operation: string, rows: string) =>
  replaced(operation, rows, 'SELECT folder_id, sum(n)::int AS files FROM changed GROUP BY folder_id', '');

const countedByType = (operation: string, rows: string) =>
  replaced(
    operation,
    rows,
    `SELECT folder_id, sum(n)::int AS files, jsonb_object_agg(file_group, n) AS types
     FROM (SELECT folder_id, file_group, sum(n)::int AS n FROM changed GROUP BY folder_id, file_group) AS of_type GROUP BY folder_id`,
    `type_counts = type_counts || (
       SELECT jsonb_object_agg(type, coalesce((type_counts ->> type)::int, 0) + n::int) FROM jsonb_each_text(moved.types) AS of_type (type, n)),`,
  );

const functions = (of: (operation: string, rows: string) => string) =>
  [of('insert', added), of('update', `${added} UNION ALL ${removed}`), of('delete', removed)].join('');

/** A page of one type of files costs the same as any other page, for any number of files in the folder. */
export class TypeCounts1796120000000 implements MigrationInterface {
  name = 'TypeCounts1796120000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE folder ADD type_counts jsonb NOT NULL DEFAULT '{}';
      UPDATE folder SET type_counts = counted.types
      FROM (SELECT folder_id, jsonb_object_agg(file_group, n) AS types
            FROM (SELECT folder_id, file_group, count(*) AS n FROM file WHERE ${live} GROUP BY folder_id, file_group) AS of_type
            GROUP BY folder_id) AS counted
      WHERE folder.id = counted.folder_id;
      CREATE INDEX file_of_type ON file (folder_id, file_group, created_at, id) WHERE ${live};
      ${functions(countedByType)}
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`${functions(counted)} DROP INDEX file_of_type; ALTER TABLE folder DROP type_counts`);
  }
}
