import { assertNoAddressCollision, writeAddressKeys } from '@tradepost/service-kit/database/address-keys';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One identity for an address, as in the identity service. */
export class AddressKeys1795401000000 implements MigrationInterface {
  name = 'AddressKeys1795401000000';

  async up(runner: QueryRunner) {
    for (const table of ['share', 'partner']) {
      await runner.query(`ALTER TABLE ${table} ADD address_key text`);
      await writeAddressKeys(runner, table, { from: 'email', to: 'address_key' });
      await runner.query(`ALTER TABLE ${table} ALTER address_key SET NOT NULL`);
    }
    await assertNoAddressCollision(runner, 'share', { unique: 'folder_id, address_key', row: 'id::text' });
    await assertNoAddressCollision(runner, 'partner', {
      unique: 'company_id, address_key',
      row: "company_id::text || ' ' || email",
    });
    await runner.query(`
      DROP INDEX share_once;
      DROP INDEX share_of_email;
      CREATE UNIQUE INDEX share_address ON share (folder_id, address_key);
      CREATE INDEX share_of_address ON share (address_key);
      ALTER TABLE partner DROP CONSTRAINT partner_pkey, DROP email, ADD PRIMARY KEY (company_id, address_key);
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE partner RENAME address_key TO email;
      ALTER TABLE share DROP address_key;
      CREATE UNIQUE INDEX share_once ON share (folder_id, lower(email));
      CREATE INDEX share_of_email ON share (lower(email));
    `);
  }
}
