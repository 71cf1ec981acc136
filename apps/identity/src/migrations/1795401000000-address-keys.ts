import { assertNoAddressCollision, writeAddressKeys } from '@tradepost/service-kit/database/address-keys';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One identity for an address: PostgreSQL's `lower` made one of different domains. */
export class AddressKeys1795401000000 implements MigrationInterface {
  name = 'AddressKeys1795401000000';

  async up(runner: QueryRunner) {
    for (const table of ['account', 'invitation']) {
      await runner.query(`ALTER TABLE ${table} ADD address_key text`);
      await writeAddressKeys(runner, table, { from: 'email', to: 'address_key' });
      await runner.query(`ALTER TABLE ${table} ALTER address_key SET NOT NULL`);
    }
    await assertNoAddressCollision(runner, 'account', { unique: 'address_key', row: 'id::text' });
    await assertNoAddressCollision(runner, 'invitation', { unique: 'company_id, address_key', row: 'id::text' });
    await runner.query(`
      DROP INDEX account_email;
      CREATE UNIQUE INDEX account_address ON account (address_key);
      DROP INDEX invitation_once;
      CREATE UNIQUE INDEX invitation_address ON invitation (company_id, address_key);
      DROP INDEX invitation_of_email;
      CREATE INDEX invitation_of_address ON invitation (address_key);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE account DROP address_key;
      ALTER TABLE invitation DROP address_key;
      CREATE UNIQUE INDEX account_email ON account (lower(email));
      CREATE UNIQUE INDEX invitation_once ON invitation (company_id, lower(email));
      CREATE INDEX invitation_of_email ON invitation (lower(email));
    `);
  }
}
