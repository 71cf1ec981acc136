import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `<user> <key of the call>`; a sealed upload without a key of its call names itself by a key that stays. */
const keysOfCalls = "upload_key IS NOT NULL AND substr(upload_key, 38) NOT LIKE 'sdx1 %'";
const folder = "split_part(object_key, '/', 2) || ' '";
// the upload of a new managed file has the file's id, also where its version is not known
const replaced = "CASE WHEN version > 1 OR version IS NULL AND id <> file_id THEN file_id || ' ' ELSE '' END";

/** The key of a call belongs to its folder, and to the file that it replaces. */
export class UploadKeys1796110000000 implements MigrationInterface {
  name = 'UploadKeys1796110000000';

  async up(runner: QueryRunner) {
    await runner.query(
      `UPDATE upload SET upload_key = left(upload_key, 37) || ${folder} || ${replaced} || substr(upload_key, 38) WHERE ${keysOfCalls}`,
    );
  }

  async down(runner: QueryRunner) {
    await runner.query(
      `UPDATE upload SET upload_key = left(upload_key, 37) || substr(upload_key, 38 + length(${folder} || ${replaced})) WHERE ${keysOfCalls}`,
    );
  }
}
