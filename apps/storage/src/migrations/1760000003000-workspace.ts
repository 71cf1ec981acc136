import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Workspace1760000003000 implements MigrationInterface {
  name = 'Workspace1760000003000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE account (
        company_id uuid PRIMARY KEY,
        company_name text NOT NULL,
        owner_id uuid NOT NULL,
        total_bytes bigint NOT NULL,
        used_bytes bigint NOT NULL DEFAULT 0
      );
      CREATE TABLE folder (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        deleted_at timestamptz
      );
      CREATE UNIQUE INDEX folder_name ON folder (company_id, lower(name)) WHERE deleted_at IS NULL;
      CREATE TABLE file (
        id uuid PRIMARY KEY,
        company_id uuid NOT NULL,
        folder_id uuid NOT NULL,
        name text NOT NULL,
        object_key text NOT NULL,
        state text NOT NULL,
        lease_until timestamptz,
        mimetype text NOT NULL DEFAULT '',
        size bigint NOT NULL,
        sha256 text NOT NULL DEFAULT '',
        crc32 bigint NOT NULL DEFAULT 0,
        category text NOT NULL,
        currency text NOT NULL,
        price numeric(18,6) NOT NULL,
        number_of_records bigint NOT NULL,
        total_amount numeric(24,2) NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        deleted_at timestamptz
      );
      CREATE UNIQUE INDEX file_name ON file (folder_id, lower(name)) WHERE deleted_at IS NULL;
      CREATE INDEX file_newest ON file (folder_id, created_at, id) WHERE state = 'ready' AND deleted_at IS NULL;
      CREATE INDEX file_lease ON file (lease_until) WHERE state = 'uploading';
      CREATE INDEX file_deleted ON file (deleted_at) WHERE deleted_at IS NOT NULL;
      CREATE TABLE share (
        id uuid PRIMARY KEY,
        folder_id uuid NOT NULL,
        email text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX share_once ON share (folder_id, lower(email));
      CREATE INDEX share_of_email ON share (lower(email));
      CREATE TABLE partner (
        company_id uuid NOT NULL,
        email text NOT NULL,
        PRIMARY KEY (company_id, email)
      );
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE account, folder, file, share, partner');
  }
}
