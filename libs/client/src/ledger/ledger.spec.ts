import { randomUUID } from 'node:crypto';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { pinOf } from '@tradepost/sealing/keys/pins';
import { memoryStore, type DeviceStore } from '../contacts/device-store';
import { LedgerServer } from '../testing/ledger-server';
import { personCalled, type Person } from '../testing/people';
import { recordExtension, recordGrant, recordRevocation, proveExtension, requireRecorded } from './grants';
import { Ledger } from './ledger';
import { expiryMs, files, confirm, ledgersOf } from '../testing/ledgers';

const refusal = (problem: string) => expect.objectContaining({ problem });
const never = () => Promise.reject(new Error('not from before the ledger'));

let [ann, bob, eve]: Person[] = [];
let server: LedgerServer;
let device: DeviceStore;
let ledger: Ledger;

const { ledgerOf, granting } = ledgersOf(() => ({ owner: ann!, recipient: bob!, server }));

beforeAll(async () => {
  [ann, bob, eve] = await Promise.all(['ann', 'bob', 'eve'].map((name) => personCalled(name)));
});
beforeEach(() => {
  server = new LedgerServer();
  device = memoryStore();
  ledger = ledgerOf(device);
});

describe('a server that lies about a ledger', () => {
  let honest: string[];
  let others: string[];
  let fork: string[];
  let forkedEnd: string;
  let former: string[];

  beforeEach(async () => {
    await confirm(ledger, bob!);
    const short = server.entries;
    const forked = new LedgerServer();
    forked.entries = short;
    await recordGrant(ledger, granting());
    await recordGrant(ledger, granting());
    await recordRevocation(ledger, randomUUID());
    honest = server.entries;
    const onFork = ledgerOf(memoryStore(), ann, forked);
    for (let n = 0; n < 4; n++) await recordGrant(onFork, granting());
    fork = forked.entries;
    const forkedLate = new LedgerServer();
    forkedLate.entries = honest.slice(0, -1);
    await recordRevocation(ledgerOf(memoryStore(), ann, forkedLate), randomUUID());
    forkedEnd = forkedLate.entries.at(-1)!;
    const othersServer = new LedgerServer();
    const ofBob = ledgerOf(memoryStore(), bob, othersServer);
    for (let n = 0; n < 4; n++) await recordGrant(ofBob, granting(eve));
    others = othersServer.entries;
    const formerServer = new LedgerServer();
    const reborn = await personCalled('ann', ann!.vault.userId, 2);
    const ofFormer = ledgerOf(memoryStore(), reborn, formerServer);
    for (let n = 0; n < 4; n++) await recordGrant(ofFormer, granting());
    former = formerServer.entries;
  });

  const flipped = (sealed: string) => `${sealed.slice(0, -6)}${sealed.at(-6) === 'A' ? 'B' : 'A'}${sealed.slice(-5)}`;
  const lies: [string, () => string[], known: string, fresh: string | null][] = [
    ['drops the last entry', () => honest.slice(0, -1), 'LEDGER_ROLLED_BACK', null],
    ['replays an older ledger', () => honest.slice(0, 2), 'LEDGER_ROLLED_BACK', null],
    ['shows none', () => [], 'LEDGER_ROLLED_BACK', null],
    ['forks it', () => fork.slice(0, honest.length), 'LEDGER_ROLLED_BACK', null],
    ['exchanges the last entry', () => [...honest.slice(0, -1), forkedEnd], 'LEDGER_ROLLED_BACK', null],
    ['forks it and goes on', () => fork, 'LEDGER_ROLLED_BACK', null],
    [
      'mixes two forks',
      () => [...honest.slice(0, -1), fork[honest.length - 1]!, fork.at(-1)!],
      'LEDGER_FORKED',
      'LEDGER_FORKED',
    ],
    [
      'swaps the last two entries',
      () => [...honest.slice(0, -2), honest.at(-1)!, honest.at(-2)!],
      'TAMPERED',
      'TAMPERED',
    ],
    [
      'changes a byte of the last entry',
      () => [...honest.slice(0, -1), flipped(honest.at(-1)!)],
      'TAMPERED',
      'TAMPERED',
    ],
    ['repeats an entry at the end', () => [...honest, honest.at(-1)!], 'TAMPERED', 'TAMPERED'],
    ['shows another user’s', () => others, 'TAMPERED', 'TAMPERED'],
    ['shows another epoch’s', () => former, 'TAMPERED', 'TAMPERED'],
  ];

  it.each(lies)('is refused when it %s', async (_, lie, known) => {
    server.entries = lie();
    const appended = jest.fn();
    server.onAppend = appended;
    for (const again of [ledger, ledgerOf(device)]) {
      await expect(again.load()).rejects.toEqual(refusal(known));
      await expect(recordGrant(again, granting())).rejects.toEqual(refusal(known));
    }
    expect(appended).not.toHaveBeenCalled();
    server.entries = honest;
    await recordGrant(ledgerOf(device), granting());
  });

  it.each(lies.filter(([, , , fresh]) => fresh !== null))(
    'is refused by a new device when it %s',
    async (_, lie, __, fresh) => {
      server.entries = lie();
      await expect(ledgerOf(memoryStore()).load()).rejects.toEqual(refusal(fresh!));
    },
  );

  it('is refused when it goes back to older keys', async () => {
    const older = { ...ann!.vault, epoch: 0 };
    await expect(ledgerOf(device, { ...ann!, vault: older }).load()).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
  });

  it('cannot make a client read endlessly', async () => {
    server.part = 0;
    await expect(ledgerOf(memoryStore()).load()).rejects.toEqual(refusal('TAMPERED'));
  });
});

describe('recording', () => {
  it('continues when two devices append at the same time', async () => {
    await ledger.load();
    const [one, other] = [ledgerOf(memoryStore()), ledgerOf(memoryStore())];
    const requests = [granting(), granting()];
    await Promise.all([recordGrant(one, requests[0]!), recordGrant(other, requests[1]!)]);
    const { grants } = await ledger.load();
    expect([...grants.keys()].toSorted()).toEqual(requests.map(({ requestId }) => requestId).toSorted());
  });

  it('reuses the entry if the process was killed between the entry and the call, or the answer was lost', async () => {
    const given = granting();
    const head = await recordGrant(ledger, given);
    const { length } = server.entries;
    expect(await recordGrant(ledgerOf(device), given)).toBe(head);
    expect(await recordGrant(ledgerOf(memoryStore()), given)).toBe(head);
    const extended = { ...given, expiryMs: expiryMs + 1 };
    const next = await recordExtension(ledger, extended, null);
    expect(await recordExtension(ledgerOf(device), extended, null)).toBe(next);
    expect(server.entries).toHaveLength(length + 1);
    await recordGrant(ledger, { ...given, files: files.slice(1) });
    expect(server.entries).toHaveLength(length + 2);
  });

  it('stores many entries, in parts that the device reads again', async () => {
    server.part = 100;
    const pins = Array.from({ length: 450 }, () => ({
      ...pinOf(bob!.vault.own as Contact, 'imported'),
      address: `${randomUUID()}@example.org`,
      userId: randomUUID() as string,
    }));
    await ledger.record(() => pins.map((pin) => ({ type: 'pin', pin })));
    await recordRevocation(ledger, randomUUID());
    const again = await ledgerOf(device).load();
    expect(again.pins.contacts).toHaveLength(450);
    expect(again.end).toEqual((await ledger.load()).end);
    server.entries = server.entries.slice(0, -1);
    await expect(ledgerOf(device).load()).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
  });

  it('extends and shows exactly what the ledger has, and nothing of a revoked request', async () => {
    const given = granting();
    await recordGrant(ledger, given);
    const extend = async (change: object) => {
      const extension = { ...given, expiryMs: expiryMs + 5, ...change };
      const { formerExpiryMs } = await proveExtension(ledger, extension, never);
      return recordExtension(ledger, extension, formerExpiryMs);
    };
    for (const [change, problem] of [
      [{ files: files.slice(1) }, 'GRANT_SET_DIFFERS'],
      [{ files: [...files, { fileId: randomUUID(), version: 1 }] }, 'GRANT_SET_DIFFERS'],
      [{ files: files.map((file) => ({ ...file, version: 9 })) }, 'GRANT_SET_DIFFERS'],
      [{ recipient: eve!.vault.own as Contact }, 'GRANT_REFUSED'],
    ] as const)
      await expect(extend(change)).rejects.toEqual(refusal(problem));
    await expect(extend({ requestId: randomUUID() })).rejects.toThrow('not from before the ledger');
    const show = (change: object) => requireRecorded(ledger, { ...given, ...change }, never);
    await show({});
    await expect(show({ expiryMs: expiryMs + 5 })).rejects.toEqual(refusal('GRANT_REFUSED'));
    await extend({});
    await show({ expiryMs: expiryMs + 5 });
    await expect(show({ files: files.slice(1) })).rejects.toEqual(refusal('GRANT_SET_DIFFERS'));
    await recordRevocation(ledger, given.requestId);
    await expect(extend({})).rejects.toEqual(refusal('TRANSFER_REVOKED'));
    await expect(recordGrant(ledger, given)).rejects.toEqual(refusal('TRANSFER_REVOKED'));
  });
});
