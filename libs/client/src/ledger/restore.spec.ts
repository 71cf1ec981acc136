import { randomUUID } from 'node:crypto';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { memoryStore, type DeviceStore } from '../contacts/device-store';
import { LedgerServer } from '../testing/ledger-server';
import { personCalled, type Person } from '../testing/people';
import { recordGrant, recordRevocation } from './grants';
import { Ledger } from './ledger';
import { reviewLedger } from './restore';
import { confirm, ledgersOf } from '../testing/ledgers';

const refusal = (problem: string) => expect.objectContaining({ problem });

let [ann, bob, eve]: Person[] = [];
let server: LedgerServer;
let device: DeviceStore;
let ledger: Ledger;

const { ledgerOf, granting } = ledgersOf(() => ({ owner: ann!, recipient: bob!, server }));

/** A key log without a restore. */
const sameLog = { restarted: async () => null };

beforeAll(async () => {
  [ann, bob, eve] = await Promise.all(['ann', 'bob', 'eve'].map((name) => personCalled(name)));
});
beforeEach(() => {
  server = new LedgerServer();
  device = memoryStore();
  ledger = ledgerOf(device);
});

describe('after a restore from backup', () => {
  let backup: string[];
  let lost: ReturnType<typeof granting>;
  const revoked = randomUUID();
  let lostHead: string;

  beforeEach(async () => {
    lost = granting();
    await confirm(ledger, bob!);
    backup = server.entries;
    await confirm(ledger, eve!);
    lostHead = await recordGrant(ledger, { ...lost, recipient: eve!.vault.own as Contact });
    await recordRevocation(ledger, revoked);
  });

  async function copyOf(from: DeviceStore) {
    const copy = memoryStore();
    for (const name of ['ledger', 'ledger-1-0']) await copy.write(name, (await from.read(name)) ?? '');
    return copy;
  }

  it('continues once the owner has confirmed the lost entries, on all devices that knew no more', async () => {
    const other = await copyOf(device);
    const behind = memoryStore();
    server.entries = backup;
    await ledgerOf(behind).load();
    await expect(ledger.load()).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
    const review = (await reviewLedger(ledger, sameLog))!;
    expect(review).toMatchObject({ contacts: [{ address: eve!.email }], revoked: [revoked] });
    await expect(ledger.load()).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
    await review.accept(() => true);
    for (const known of [device, other, behind]) {
      const { pins, grants, revoked: ended, heads } = await ledgerOf(known).load();
      expect(pins.contacts.map(({ address }) => address).toSorted()).toEqual([bob!.email, eve!.email]);
      // partners state it in requests
      expect(heads.has(lostHead)).toBe(true);
      expect([grants.has(lost.requestId), ended.has(revoked)]).toEqual([true, true]);
    }
    const accepted = server.entries;
    server.entries = backup;
    for (const known of [device, other, behind])
      await expect(ledgerOf(known).load()).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
    server.entries = accepted;
    expect(await reviewLedger(ledgerOf(other), sameLog)).toBeNull();
  });

  it('accepts entries that were appended to the restored ledger, and drops a contact that is not confirmed', async () => {
    server.entries = backup;
    const fresh = ledgerOf(memoryStore());
    const since = granting();
    await recordGrant(fresh, since);
    await (await reviewLedger(ledger, sameLog))!.accept(({ address }) => address !== eve!.email);
    for (const one of [ledger, fresh]) {
      const { pins, grants } = await one.load();
      expect(pins.contacts.map(({ address }) => address)).toEqual([bob!.email]);
      expect([...grants.keys()]).toEqual([since.requestId, lost.requestId]);
    }
  });

  it('refuses when the server stops after the acceptance, before the lost entries are back', async () => {
    const other = await copyOf(device);
    server.entries = backup;
    await (await reviewLedger(ledger, sameLog))!.accept(() => true);
    const accepted = server.entries;
    for (let size = backup.length + 1; size < accepted.length; size++) {
      server.entries = accepted.slice(0, size);
      await expect(ledgerOf(other).load()).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
    }
    server.entries = accepted;
    await ledgerOf(other).load();
  });

  it('asks on a device that knew more, and then also has its entries', async () => {
    const other = await copyOf(device);
    const newest = granting();
    await recordGrant(ledgerOf(other), newest);
    server.entries = backup;
    await (await reviewLedger(ledger, sameLog))!.accept(() => true);
    await expect(ledgerOf(other).load()).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
    const review = (await reviewLedger(ledgerOf(other), sameLog))!;
    expect(review.lost).toMatchObject([{ type: 'grant', requestId: newest.requestId }]);
    await review.accept(() => true);
    expect((await ledger.load()).grants.has(newest.requestId)).toBe(true);
  });

  it('survives a second restore to the same backup, and one to a backup from before the ledger', async () => {
    const other = await copyOf(device);
    for (const restored of [backup, backup, []]) {
      server.entries = restored;
      await (await reviewLedger(ledgerOf(device), sameLog))!.accept(() => true);
    }
    for (const known of [device, other]) {
      const { pins, grants, revoked: ended } = await ledgerOf(known).load();
      expect(pins.contacts).toHaveLength(2);
      expect([grants.has(lost.requestId), ended.has(revoked)]).toEqual([true, true]);
    }
  });
});
