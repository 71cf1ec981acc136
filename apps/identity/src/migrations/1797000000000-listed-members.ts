import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Publishes the members that exist, for notification, which did not know members before. */
export class ListedMembers1797000000000 implements MigrationInterface {
  name = 'ListedMembers1797000000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      INSERT INTO outbox (id, subject, payload, meta)
      SELECT l.id, l.subject,
        jsonb_build_object('companyId', m.company_id, 'userId', a.id, 'email', a.email, 'roles', m.roles,
          'suspended', a.suspended_at IS NOT NULL),
        jsonb_build_object('id', l.id, 'subject', l.subject, 'at', to_jsonb(now()), 'requestId', l.id, 'actor', NULL)
      FROM membership m JOIN account a ON a.id = m.account_id AND a.deleted_at IS NULL
      CROSS JOIN LATERAL (SELECT gen_random_uuid() AS id, 'evt.identity.member-listed' AS subject WHERE a.id IS NOT NULL) l`);
  }

  // the events may have been published
  async down() {}
}
