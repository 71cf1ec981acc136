import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Requests1763600000000 implements MigrationInterface {
  name = 'Requests1763600000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE TABLE access_request (
        id uuid PRIMARY KEY,
        sender_company_id uuid NOT NULL,
        sender_company_name text NOT NULL,
        receiver_user_id uuid NOT NULL,
        receiver_email text NOT NULL,
        receiver_company_id uuid,
        receiver_company_name text,
        status text NOT NULL DEFAULT 'pending',
        created_at timestamptz NOT NULL,
        decided_at timestamptz
      );
      CREATE INDEX access_request_of_company ON access_request (sender_company_id, created_at);
      CREATE INDEX access_request_of_receiver ON access_request (receiver_user_id, created_at);
      CREATE TABLE request_file (
        request_id uuid NOT NULL,
        position int NOT NULL,
        file_id uuid NOT NULL,
        name text NOT NULL,
        mimetype text NOT NULL,
        size bigint NOT NULL,
        folder_name text NOT NULL,
        PRIMARY KEY (request_id, position),
        CONSTRAINT request_file_request FOREIGN KEY (request_id) REFERENCES access_request (id) ON DELETE CASCADE
      );
      CREATE INDEX request_file_file ON request_file (file_id);
      CREATE TABLE step_up (
        id uuid PRIMARY KEY,
        request_id uuid NOT NULL,
        user_id uuid NOT NULL,
        session_id text NOT NULL,
        code_hash text NOT NULL,
        tries int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        verified_at timestamptz,
        used_at timestamptz,
        CONSTRAINT step_up_request FOREIGN KEY (request_id) REFERENCES access_request (id) ON DELETE CASCADE
      );
      CREATE INDEX step_up_of_request ON step_up (request_id, user_id, created_at);
      CREATE INDEX step_up_of_user ON step_up (user_id, created_at);
      CREATE TABLE transfer (
        id text PRIMARY KEY,
        request_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        generation int NOT NULL DEFAULT 1,
        archive_key text NOT NULL,
        archive_status text NOT NULL DEFAULT 'building',
        archive_size bigint,
        archive_ready_at timestamptz,
        CONSTRAINT transfer_request_id FOREIGN KEY (request_id) REFERENCES access_request (id)
      );
      CREATE UNIQUE INDEX transfer_request ON transfer (request_id);
      CREATE TABLE transfer_file (
        transfer_id text NOT NULL,
        position int NOT NULL,
        file_id uuid NOT NULL,
        object_key text NOT NULL,
        name text NOT NULL,
        content_type text NOT NULL,
        size bigint NOT NULL,
        sha256 text NOT NULL,
        crc32 bigint NOT NULL,
        modified_at timestamptz NOT NULL,
        PRIMARY KEY (transfer_id, position),
        CONSTRAINT transfer_file_transfer FOREIGN KEY (transfer_id) REFERENCES transfer (id) ON DELETE CASCADE
      );
      CREATE INDEX transfer_file_file ON transfer_file (file_id);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE transfer_file, transfer, step_up, request_file, access_request');
  }
}
