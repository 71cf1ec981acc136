import { writeAddressKeys } from '@tradepost/service-kit/database/address-keys';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications of members. Identity's migration publishes the members that exist. */
export class Members1797000000000 implements MigrationInterface {
  name = 'Members1797000000000';

  async up(runner: QueryRunner) {
    await runner.query(`CREATE TABLE member (
      company_id uuid,
      user_id uuid,
      email text,
      address_key text,
      roles text[] NOT NULL,
      changed_at timestamptz NOT NULL,
      suspended boolean NOT NULL DEFAULT false,
      suspension_at timestamptz,
      PRIMARY KEY (company_id, user_id)
    )`);
    await runner.query('CREATE INDEX member_of_user ON member (user_id)');
    await runner.query('ALTER TABLE contact ADD address_key text');
    await writeAddressKeys(runner, 'contact', { from: 'email', to: 'address_key' });
    await runner.query('CREATE INDEX contact_address ON contact (address_key)');
    await runner.query('ALTER TABLE notice ADD member_of text');
    await runner.query('CREATE INDEX notice_member_of ON notice (member_of) WHERE member_of IS NOT NULL');
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE notice DROP member_of');
    await runner.query('ALTER TABLE contact DROP address_key');
    await runner.query('DROP TABLE member');
  }
}
