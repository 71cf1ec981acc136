import { assertNoAddressCollision, writeAddressKeys } from '@tradepost/service-kit/database/address-keys';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One identity for an address, as in the identity service. */
export class AddressKeys1795401000000 implements MigrationInterface {
  name = 'AddressKeys1795401000000';

  async up(runner: QueryRunner) {
    await writeAddressKeys(runner, 'notice', { from: 'email', to: 'email' });
    await writeAddressKeys(runner, 'webhook', { from: 'owner_email', to: 'owner_email' });
    await runner.query('ALTER TABLE preference ADD address_key text');
    await writeAddressKeys(runner, 'preference', { from: 'email', to: 'address_key' });
    await assertNoAddressCollision(runner, 'preference', { unique: 'address_key', row: 'email' });
    await runner.query(
      'ALTER TABLE preference DROP CONSTRAINT preference_pkey, DROP email, ADD PRIMARY KEY (address_key)',
    );
  }

  async down(runner: QueryRunner) {
    await runner.query('ALTER TABLE preference RENAME address_key TO email');
  }
}
