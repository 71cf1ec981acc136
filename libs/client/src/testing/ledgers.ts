import type { Contact } from '@tradepost/sealing/keys/bundle';
import { pinOf } from '@tradepost/sealing/keys/pins';
import type { DeviceStore } from '../contacts/device-store';
import { Ledger } from '../ledger/ledger';
import type { LedgerServer } from './ledger-server';
import type { Person } from './people';

export const expiryMs = Date.parse('2100-01-01T00:00:00.000Z');
export const files = [
  { fileId: crypto.randomUUID(), version: 1 },
  { fileId: crypto.randomUUID(), version: 2 },
];

export const confirm = (on: Ledger, { vault }: Person) =>
  on.record(() => [{ type: 'pin', pin: pinOf(vault.own as Contact, 'compared') }]);

/** Ledgers of `owner`, and grants for `recipient`. @param stage of the running test */
export function ledgersOf(stage: () => { owner: Person; recipient: Person; server: LedgerServer }) {
  return {
    ledgerOf: (on: DeviceStore, { vault } = stage().owner, from = stage().server) =>
      new Ledger(from.client, vault, { device: on, apiKeyId: null, memberId: null, formerKeys: async () => [] }),
    granting: (recipient = stage().recipient, change: object = {}) => ({
      requestId: crypto.randomUUID() as string,
      requestHash: null,
      recipient: recipient.vault.own as Contact,
      files,
      expiryMs,
      ...change,
    }),
  };
}
