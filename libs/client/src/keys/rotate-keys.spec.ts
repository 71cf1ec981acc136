import type { TransferFile } from '@tradepost/contracts/requests';
import { routes, type Route, type RouteIn } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { pinOf } from '@tradepost/sealing/keys/pins';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { openVault, resumeVault, type Vault } from '@tradepost/sealing/keys/vault';
import { requestHash } from '@tradepost/sealing/request';
import { endOf, sealEntry } from '@tradepost/sealing/ledger/entry';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { Contacts } from '../contacts/contacts';
import { memoryStore, type DeviceStore } from '../contacts/device-store';
import { reviewLedger } from '../ledger/restore';
import { testKeyLog } from '../testing/key-log-server';
import { LedgerServer } from '../testing/ledger-server';
import { fileOf, personCalled, requestFor, testKek, withoutLedger, type Person } from '../testing/people';
import { ownFileKey } from '../transfers/sealed-content';
import { plannedKey } from '../transfers/sealed-parts';
import { fileKeysOf, grantAccess } from '../transfers/verified-grants';
import { unlockByRecovery, type OwnKeys } from './keys';
import { rotateKeys } from './rotate-keys';

const problem = (name: string) => ({ problem: name });
const prove = async () => 'proof';

/** The owner's keys, and what the server has of them. */
class Rotations {
  readonly server = new LedgerServer();
  readonly devices: DeviceStore[] = [memoryStore(), memoryStore()];
  sent: RouteIn<typeof routes.rotateKeys>[] = [];
  /** Of each epoch. */
  vaults: Vault[];
  code = '';
  private stored: OwnKeys['keys'];

  private constructor(readonly ann: Person) {
    this.vaults = [ann.vault];
    this.stored = { bundle: ann.bundle, vault: ann.sealed, pins: null, recoverySaved: true };
    this.server.others = (route: Route, input: object) => {
      if (route !== routes.rotateKeys) return undefined;
      this.sent.push(input as RouteIn<typeof routes.rotateKeys>);
      this.server.ended.set(this.epoch, this.server.entries);
      this.server.entries = [];
      return { keys: { ...this.stored } };
    };
  }

  static async start(): Promise<Rotations> {
    const ann = await personCalled('ann');
    const started = new Rotations(ann);
    await started.server.keyLog.log(ann.contact);
    return started;
  }

  get epoch(): number {
    return this.vaults.length;
  }

  /** Reads the keys as a client does that has only the recovery key and this state. */
  async open(device: DeviceStore): Promise<{ vault: Vault; contacts: Contacts }> {
    const { bundle, vault: sealed } = this.stored;
    const unlock = this.code
      ? await unlockByRecovery(this.code)
      : ({ kind: 'password', kek: await testKek() } as const);
    const vault = await openVault(this.ann.vault.userId, sealed, bundle, unlock);
    const contacts = new Contacts(this.server.client, vault, testKeyLog(this.server.client, device), { device });
    await contacts.auditOwn();
    return { vault, contacts };
  }

  async rotate(device: DeviceStore, kek = testKek()): Promise<void> {
    const { contacts } = await this.open(device);
    const owner = { id: this.ann.vault.userId, email: this.ann.email };
    const code = newRecoveryCode();
    const keyring = { vault: this.vaults.at(-1)!, contacts };
    const current = { epoch: this.epoch, keys: this.stored };
    const password = { kek: await kek, prove };
    const { vault, keys } = await rotateKeys(this.server.client, owner, keyring, current, null, password, code);
    [this.stored, this.code] = [keys, code];
    this.vaults.push(vault);
    await this.server.keyLog.log(vault.own as Contact);
  }
}

const revoke = (contacts: Contacts, requestId: string = crypto.randomUUID()) =>
  contacts.ledger.record(() => [{ type: 'revoke', requestId }]);

let all: Rotations;
beforeEach(async () => {
  all = await Rotations.start();
});

describe('after new keys', () => {
  it('their owner opens old and new files, on a device with and without state; who has the old keys opens only the old', async () => {
    const [mine] = all.devices;
    const before = await fileOf(all.ann, 'before.csv');
    await all.rotate(mine!);
    await all.rotate(mine!);
    const [leaver, , newest] = all.vaults;
    const after = await fileOf({ ...all.ann, vault: newest! }, 'after.csv');
    for (const device of [mine!, memoryStore()]) {
      const { vault } = await all.open(device);
      expect((await ownFileKey(vault, before)).length).toBe(32);
      expect((await ownFileKey(vault, after)).length).toBe(32);
    }
    await expect(ownFileKey(leaver!, after)).rejects.toMatchObject(problem('TAMPERED'));
    const { bundle, vault: sealed } = all.sent.at(-1)!;
    await expect(resumeVault(leaver!.userId, sealed, bundle, leaver!.key)).rejects.toMatchObject(problem('TAMPERED'));
  });

  it('nothing new is sealed under a key that a former one wraps', async () => {
    const { wrappedKey, fileId } = await fileOf(all.ann, 'planned.csv');
    await all.rotate(all.devices[0]!);
    const plan = { wrappedKey, fileId, fileVersion: '1' };
    await plannedKey(all.vaults[0]!, plan);
    await expect(plannedKey(all.vaults[1]!, plan)).rejects.toMatchObject(problem('TAMPERED'));
  });

  it('what partners granted to the former keys still opens; who has these opens nothing that is granted to the new ones', async () => {
    const bob = await personCalled('bob');
    const file = await fileOf(bob, 'prices.csv');
    const granted = async (to: Vault) => {
      const requestId = crypto.randomUUID();
      const request = await requestFor({ ...all.ann, vault: to }, bob, requestId, [file]);
      const recipient = to.own as Contact;
      const about = { requestId, requestHash: await requestHash(request), senderId: bob.vault.userId, files: [file] };
      const expiry = '2100-01-01T00:00:00.000Z';
      const set = await grantAccess(
        bob.vault,
        about,
        recipient,
        expiry,
        (one) => ownFileKey(bob.vault, one),
        async () => withoutLedger(),
      );
      const parties = { senderId: bob.vault.userId, sender: bob.bundle, recipientId: to.userId };
      const grants = { requestId, request, ...parties, expiryMs: Date.parse(expiry), ...set };
      const files = [{ fileId: file.fileId, mode: 'e2e', sealed: file }] as unknown as TransferFile[];
      return { grants, expiry, files, intendedUse: null };
    };
    await all.rotate(all.devices[0]!);
    const [leaver, own] = all.vaults;
    for (const to of [leaver!, own!]) expect((await fileKeysOf(await granted(to), own!, bob.contact)).size).toBe(1);
    const later = await granted(own!);
    await expect(fileKeysOf(later, leaver!, bob.contact)).rejects.toMatchObject(problem('GRANT_KEY_STALE'));
  });

  it('contacts, deliveries, heads and revocations are still known, with the keys that were replaced', async () => {
    const [mine, other] = all.devices;
    const bob = await personCalled('bob');
    const { contacts } = await all.open(mine!);
    await contacts.ledger.record(() => [
      { type: 'pin', pin: pinOf(bob.contact, 'compared') },
      { type: 'deliver', folderId: 'folder', added: [bob.email], removed: [] },
    ]);
    const requestId = crypto.randomUUID();
    const { end } = await revoke(contacts, requestId);
    await all.open(other!);
    await all.rotate(mine!);
    for (const device of [mine!, other!, memoryStore()]) {
      const { ledger } = (await all.open(device)).contacts;
      const { pins, delivered, revoked, heads, formerKeys } = ledger.latest;
      expect(pins.contacts.map(({ address, how }) => [address, how])).toEqual([[bob.email, 'compared']]);
      expect([...delivered.get('folder')!]).toEqual([bob.email]);
      expect([revoked.has(requestId), heads.has(end.head)]).toEqual([true, true]);
      expect(formerKeys).toContain(toBase64url(all.vaults[0]!.own.keyId));
    }
  });

  it('members who get none are removed from the ledger first, and a wrong password changes nothing', async () => {
    const { contacts } = await all.open(all.devices[0]!);
    const member = { userId: crypto.randomUUID(), address: 'dan@example.org', keyId: 'x' };
    await contacts.ledger.record(() => [{ type: 'member', member }]);
    const before = all.server.entries;
    const wrong = aesKey(new Uint8Array(32).fill(9), ['encrypt', 'decrypt']);
    await expect(all.rotate(all.devices[0]!, wrong)).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    expect([all.sent, all.server.entries]).toEqual([[], before]);
    await all.rotate(all.devices[0]!);
    expect((await all.open(memoryStore())).contacts.ledger.latest.members.size).toBe(0);
    expect(all.sent[0]).toMatchObject({ ledgerSize: before.length + 1, members: [] });
  });
});

describe('a server that works with someone who has the former keys', () => {
  it('cannot add to the former ledger, and loses nothing of it unnoticed', async () => {
    const [mine] = all.devices;
    const { contacts } = await all.open(mine!);
    const { pins } = await revoke(contacts);
    await all.rotate(mine!);
    const [leaver] = all.vaults;
    const whole = all.server.ended.get(1)!;
    const eve = await personCalled('eve');
    const { served } = await (await all.open(memoryStore())).contacts.ledger.read();
    const end = endOf(served.slice(0, whole.length));
    const forged = await sealEntry(leaver!, { type: 'pin', pin: pinOf(eve.contact, 'compared') }, end, {
      actor: leaver!.userId,
      time: Date.now(),
    });
    all.server.ended.set(1, [...whole, forged.sealed]);
    expect((await all.open(memoryStore())).contacts.ledger.latest.pins).toEqual(pins);
    const last = await sealEntry(
      leaver!,
      { type: 'revoke', requestId: crypto.randomUUID() },
      endOf(served.slice(0, whole.length - 1)),
      {
        actor: leaver!.userId,
        time: Date.now(),
      },
    );
    for (const lie of [[], whole.slice(0, -1), whole.toSpliced(-1, 1, last.sealed)]) {
      all.server.ended.set(1, lie);
      await expect(all.open(memoryStore())).rejects.toMatchObject(problem('LEDGER_ROLLED_BACK'));
    }
    all.server.ended.set(1, whole.toReversed());
    await expect(all.open(memoryStore())).rejects.toMatchObject(problem('TAMPERED'));
    // a device that has read it before needs nothing of it from the server
    all.server.ended.clear();
    await all.open(mine!);
  });

  it('cannot have new keys made from an older ledger without a question on the device that knew more', async () => {
    const [mine, other] = all.devices;
    const { contacts } = await all.open(other!);
    const backup = all.server.entries;
    const requestId = crypto.randomUUID();
    await revoke(contacts, requestId);
    all.server.entries = backup;
    await revoke((await all.open(mine!)).contacts);
    await all.rotate(mine!);
    for (const _attempt of [1, 2]) await expect(all.open(other!)).rejects.toMatchObject(problem('LEDGER_ROLLED_BACK'));
    const vault = all.vaults.at(-1)!;
    const keyLog = testKeyLog(all.server.client, other);
    const { ledger } = new Contacts(all.server.client, vault, keyLog, { device: other! });
    const served = all.server.entries;
    all.server.entries = [...served, toBase64url(new Uint8Array(120))];
    await expect(ledger.unreadable()).rejects.toMatchObject(problem('LEDGER_ROLLED_BACK'));
    all.server.entries = served;
    const review = (await reviewLedger(ledger, keyLog))!;
    expect(review).toMatchObject({ revoked: [requestId], lost: [{ type: 'revoke' }] });
    await review.accept(() => true);
    for (const device of [other!, mine!])
      expect((await all.open(device)).contacts.ledger.latest.revoked.has(requestId)).toBe(true);
  });

  it('cannot show the former keys again to a device that has seen the new ones, nor where the log has them', async () => {
    const [mine] = all.devices;
    const former = await all.open(mine!);
    await all.rotate(mine!);
    await all.open(mine!);
    const { vault } = former;
    const again = (device: DeviceStore) =>
      new Contacts(all.server.client, vault, testKeyLog(all.server.client, device), { device }).auditOwn();
    all.server.entries = all.server.ended.get(1)!;
    await expect(again(mine!)).rejects.toMatchObject(problem('LEDGER_ROLLED_BACK'));
    await expect(again(memoryStore())).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  });
});

/** Steps in a random order; each device must always know all that was recorded. */
it.each(Array.from({ length: 6 }, (_, seed) => seed + 1))(
  'keeps all records through any sequence of steps (%i)',
  async (seed) => {
    let state = seed * 2_654_435_761;
    const pick = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const recorded = new Set<string>();
    for (let step = 0; step < 14; step++) {
      const device = pick(4) === 0 ? memoryStore() : all.devices[pick(2)]!;
      if (pick(3) === 0) await all.rotate(device);
      const { vault, contacts } = await all.open(device);
      expect(new Set(contacts.ledger.latest.revoked)).toEqual(recorded);
      expect(vault.former).toHaveLength(all.epoch - 1);
      const requestId = crypto.randomUUID();
      if (pick(2) === 0) await revoke(contacts, recorded.add(requestId) && requestId);
    }
  },
);
