import { randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import { emptyLedger } from '@tradepost/sealing/ledger/entry';
import { ApiError } from '../api/api-error';
import { Contacts } from '../contacts/contacts';
import { memoryStore, type DeviceStore } from '../contacts/device-store';
import { garbage, hostileEntries, later, revoke, sealed } from '../testing/hostile-entries';
import { testKeyLog } from '../testing/key-log-server';
import { LedgerServer } from '../testing/ledger-server';
import { confirm } from '../testing/ledgers';
import { personCalled, type Person } from '../testing/people';
import { recordRevocation } from './grants';
import { removeUnreadableEntries } from './repair';
import { reviewLedger } from './restore';
import { UnreadableEntry, type ShownUnreadable } from './unreadable-entry';

let [ann, bob, eve]: Person[] = [];
let server: LedgerServer;
/** Passwords that were proven, and entries that were removed. */
let proven: number;
let removals: { epoch: number; from: number; size: number }[];
let memberId: string;

beforeAll(async () => {
  [ann, bob, eve] = await Promise.all(['ann', 'bob', 'eve'].map((name) => personCalled(name)));
});
beforeEach(() => {
  server = new LedgerServer();
  [proven, removals, memberId] = [0, [], randomUUID()];
});

const client = () =>
  ({
    send: async (route: typeof routes.removeLedgerEntries, input: (typeof removals)[number]) => {
      if (route === routes.removeLedgerEntries) removals.push(input);
      return (server.client.send as unknown as (...given: unknown[]) => Promise<unknown>)(route, input);
    },
  }) as unknown as LedgerServer['client'];

/** The contacts of the owner, or of a member with the company's keys. */
const at = (device: DeviceStore = memoryStore(), by: { memberId?: string } = {}, { vault } = ann!) =>
  new Contacts(client(), vault, testKeyLog(server.client), { device, ...by });
const password = { prove: async () => `proof ${(proven += 1)}` };
const remove = (contacts: Contacts, shown: ShownUnreadable) =>
  removeUnreadableEntries(client(), { vault: ann!.vault, contacts }, shown, password);

/** What a load is refused with. */
async function refused(contacts: Contacts): Promise<ShownUnreadable> {
  const error: unknown = await contacts.ledger.load().catch((one: unknown) => one);
  if (!(error instanceof UnreadableEntry)) throw error;
  expect(error.message).toContain(`Entry ${error.seq} of the ledger`);
  return { seq: error.seq, problem: error.problem };
}

/** An honest ledger of five entries, and a member with the keys. */
async function company(device = memoryStore()) {
  const owner = at(device);
  await confirm(owner.ledger, bob!);
  const member = { userId: memberId, address: 'cid@example.org', keyId: 'k' };
  await owner.ledger.record(() => [{ type: 'member', member }, revoke()]);
  await recordRevocation(at(memoryStore(), { memberId }).ledger, randomUUID());
  await owner.ledger.load();
  const honest = server.entries;
  expect(honest).toHaveLength(5);
  return { device, owner, honest, end: owner.ledger.latest.end };
}
type Company = Awaited<ReturnType<typeof company>>;

it.each(hostileEntries)(
  'after a member has appended %s, the owner removes it, and all clients work again',
  async (...row) => {
    const [, problem, append] = row;
    const { device, owner, honest, end } = await company();
    const behind = memoryStore();
    server.entries = honest.slice(0, 3);
    await at(behind).ledger.load();
    server.entries = [...honest, ...(await append({ vault: ann!.vault, other: eve!.vault, honest, end }))];
    const count = server.entries.length - honest.length;
    const clients = [owner, at(device), at(behind), at(), at(memoryStore(), { memberId })];
    for (const one of clients) expect(await refused(one)).toEqual({ seq: 6, problem });
    for (const one of clients)
      await expect(recordRevocation(one.ledger, randomUUID())).rejects.toMatchObject({ seq: 6 });

    for (const one of [owner, at(behind), at()]) {
      const before = server.entries;
      expect(await remove(one, { seq: 6, problem })).toBe(count);
      expect(removals.at(-1)).toMatchObject({ epoch: 1, from: 6, size: 5 + count });
      expect(server.entries).toEqual(honest);
      server.entries = before;
    }
    server.entries = honest;
    for (const one of clients) await recordRevocation(one.ledger, randomUUID());
    expect(server.entries.slice(0, 5)).toEqual(honest);
    for (const one of clients) expect((await one.ledger.load()).end.seq).toBe(10);
  },
);

it('after a member has started the ledger of new keys, the owner removes it and starts it', async () => {
  for (const first of [garbage(), await sealed(ann!.vault, emptyLedger)]) {
    server.entries = [first];
    const owner = at();
    expect(await refused(owner)).toEqual({ seq: 1, problem: 'TAMPERED' });
    expect(await remove(owner, { seq: 1, problem: 'TAMPERED' })).toBe(1);
    await owner.ledger.load();
    expect(server.entries).toHaveLength(1);
  }
});

describe('the owner’s client removes nothing', () => {
  let all: Company;
  const shown = { seq: 6, problem: 'TAMPERED' } as const;
  beforeEach(async () => {
    all = await company();
    server.entries = [...all.honest, garbage()];
  });
  /** The call is not made, and nobody asks for the password. */
  const untouched = (before: string[]) => expect([server.entries, removals, proven]).toEqual([before, [], 0]);

  it('of a ledger that can be read', async () => {
    server.entries = all.honest;
    for (const one of [all.owner, at()]) expect(await remove(one, shown)).toBeNull();
    untouched(all.honest);
  });

  it('in place of an entry that the device has seen: the server has lost or exchanged it', async () => {
    server.entries = all.honest;
    const newer = memoryStore();
    await recordRevocation(at(newer).ledger, randomUUID());
    const [six] = server.entries.slice(5);
    await recordRevocation(at().ledger, randomUUID());
    const evenNewer = memoryStore();
    await at(evenNewer).ledger.load();
    // garbage in place of the newest entry that one device knows, and before the newest of the other
    for (const entries of [
      [...all.honest, garbage()],
      [...all.honest, garbage(), garbage(), garbage()],
      [...all.honest, six!.replace(/^.../, 'AAA')],
      [...all.honest, await sealed(ann!.vault, all.end, later)],
    ])
      for (const device of [newer, evenNewer]) {
        server.entries = entries;
        await expect(at(device).ledger.load()).rejects.not.toBeInstanceOf(UnreadableEntry);
        await expect(at(device).ledger.load()).rejects.toMatchObject({ name: 'SealingError' });
        await expect(remove(at(device), shown)).rejects.toMatchObject({ problem: 'LEDGER_ROLLED_BACK' });
        untouched(entries);
      }
  });

  it('in place of an entry that another process of this device has seen since', async () => {
    const waiting = at(all.device);
    await refused(waiting);
    const unreadable = server.entries;
    server.entries = all.honest;
    await recordRevocation(at(all.device).ledger, randomUUID());
    server.entries = unreadable;
    await expect(remove(waiting, shown)).rejects.toMatchObject({ problem: 'LEDGER_ROLLED_BACK' });
    untouched(unreadable);
  });

  it('of another ledger than the one that the device has seen', async () => {
    server.entries = all.honest.slice(0, 2);
    const forked = at();
    for (let n = 0; n < 3; n++) await recordRevocation(forked.ledger, randomUUID());
    const fork = [...server.entries, garbage()];
    server.entries = fork;
    await expect(at(all.device).ledger.load()).rejects.not.toBeInstanceOf(UnreadableEntry);
    await expect(remove(at(all.device), shown)).rejects.toMatchObject({ problem: 'LEDGER_ROLLED_BACK' });
    untouched(fork);
  });

  it.each([
    ['another place', { seq: 7, problem: 'TAMPERED' }],
    ['an earlier place', { seq: 5, problem: 'TAMPERED' }],
    ['another problem', { seq: 6, problem: 'UNSUPPORTED' }],
  ] as const)('that the owner was shown %s of', async (_, other) => {
    const before = server.entries;
    await expect(remove(at(), other)).rejects.toMatchObject({ code: 'KEYS_STALE' });
    untouched(before);
  });

  it('when it is given no password', async () => {
    const before = server.entries;
    const without = { prove: () => Promise.reject(new ApiError('wrong', { code: 'PASSWORD_WRONG' })) };
    const removing = removeUnreadableEntries(client(), { vault: ann!.vault, contacts: at() }, shown, without);
    await expect(removing).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    untouched(before);
  });

  it('when something was appended since it has read the ledger', async () => {
    const late = { prove: async () => ((server.entries = [...server.entries, garbage()]), 'proof') };
    const removing = removeUnreadableEntries(client(), { vault: ann!.vault, contacts: at() }, shown, late);
    await expect(removing).rejects.toMatchObject({ code: 'KEYS_STALE' });
    expect(server.entries).toHaveLength(7);
    expect(await remove(at(), shown)).toBe(2);
  });

  it('with former keys', async () => {
    const older = await personCalled('ann', ann!.vault.userId, 2);
    const device = memoryStore();
    server.entries = [];
    await at(device, {}, older).ledger.load();
    server.entries = [...all.honest, garbage()];
    await expect(remove(at(device), shown)).rejects.toMatchObject({ problem: 'LEDGER_ROLLED_BACK' });
    untouched(server.entries);
  });

  it('behind the end that the server states', async () => {
    const before = server.entries;
    const honest = server.client.send as unknown as (...given: unknown[]) => Promise<{ size: number }>;
    const lying = {
      send: async (...given: unknown[]) => {
        const answer = await honest(...given);
        return given[0] === routes.ledger ? { ...answer, size: 5 } : answer;
      },
    } as unknown as LedgerServer['client'];
    server.part = 100;
    const contacts = new Contacts(lying, ann!.vault, testKeyLog(server.client));
    await expect(remove(contacts, shown)).rejects.toMatchObject({ problem: 'TAMPERED' });
    untouched(before);
  });
});

it('works after a restore that the owner has accepted, also on a device that knew more entries than the server has now', async () => {
  const { device, honest } = await company();
  await recordRevocation(at(device).ledger, randomUUID());
  await recordRevocation(at(device).ledger, randomUUID());
  const knewAll = memoryStore();
  await at(knewAll).ledger.load();
  server.entries = honest.slice(0, 3);
  const review = (await reviewLedger(at(device).ledger, { restarted: async () => null }))!;
  await review.accept(() => true);
  const restored = server.entries;
  server.entries = [...restored, garbage()];
  const seq = restored.length + 1;
  for (const one of [at(device), at(knewAll)]) {
    expect(await refused(one)).toEqual({ seq, problem: 'TAMPERED' });
    expect(await remove(one, { seq, problem: 'TAMPERED' })).toBe(1);
    expect(server.entries).toEqual(restored);
    await one.ledger.load();
    server.entries = [...restored, garbage()];
  }
});

it('says once that an entry cannot be read, where the vault is in use', async () => {
  await company();
  server.entries = [...server.entries, garbage()];
  const shown: number[] = [];
  const contacts = new Contacts(client(), ann!.vault, testKeyLog(server.client), {
    onUnreadable: ({ seq }) => void shown.push(seq),
  });
  await expect(contacts.list()).rejects.toBeInstanceOf(UnreadableEntry);
  expect(shown).toEqual([6]);
});
