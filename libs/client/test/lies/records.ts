import { routes, type Route } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { removeUnreadableEntries } from '../../src/ledger/repair';
import { personCalled } from '../../src/testing/people';
import { scenario, type Known, type Scenario } from './scenario';
import { acquainted, placeOf, type Place, type Saved, type AlterAnswer, type Fixture } from './fixture';

const none = (): Saved => ({ entries: [], device: new Map() });

/** The ledger and the key log, which this person's device knows in part. */
export async function recordScenarios(fixture: Fixture, known: Known): Promise<Scenario[]> {
  const { ann, eve, bob, log } = fixture;
  const at = (saved: Saved) => (answers: (route: Route) => unknown, alter: AlterAnswer) =>
    placeOf(fixture, ann, saved, answers, { alter });
  const { entries } = known.ann;
  const others = (await acquainted(fixture, eve, [bob, ann])).entries;
  const half: Saved = { entries: entries.slice(0, 2), device: new Map() };
  const before = placeOf(fixture, ann, half, () => ({}));
  await before.contacts.ledger.load();
  /** At a server that answers this route itself. */
  const live = (
    name: string,
    route: Route,
    honest: unknown,
    sources: Scenario['sources'],
    saved: Saved,
    act: (place: Place) => Promise<unknown>,
  ): Scenario => scenario({ name, route, honest, sources }, (_, alter) => at(saved)(() => ({}), alter), act);
  const ledgerOf = (name: string, saved: Saved, honest: string[]): Scenario => {
    const sources = { other: { size: 99, entries: others }, older: { size: 1, entries: entries.slice(0, 1) } };
    const act = async ({ contacts }: Place) => [(await contacts.ledger.load()).end.head];
    return live(name, routes.ledger, { size: entries.length, entries: honest }, sources, saved, act);
  };
  const garbage = toBase64url(new Uint8Array(100));
  /** What the owner saw is removed, whatever else the server says when it is read again. */
  const removal = (name: string, device: Saved['device']): Scenario => {
    const damaged = [...entries, garbage];
    const size = damaged.length;
    const sources = { other: { size: 99, entries: others }, older: { size: 1, entries: entries.slice(0, 1) } };
    return live(
      name,
      routes.ledger,
      { size, entries: damaged },
      sources,
      { entries: damaged, device },
      async (place) => {
        const removed: unknown[] = [];
        const client = { ...place.client, send: async (...given: unknown[]) => void removed.push(given[1]) };
        const shown = { seq: size, problem: 'TAMPERED' } as const;
        const password = { prove: async () => 'proof' };
        const count = await removeUnreadableEntries(client as unknown as Place['client'], place, shown, password);
        return removed.map((input) => JSON.stringify([(input as { from: number }).from, count !== null]));
      },
    );
  };
  const logAt = async (size: number) => {
    const older = placeOf(fixture, ann, none(), () => ({})).server.keyLog;
    older.leaves = log.leaves.slice(0, size);
    return older.state();
  };
  const otherLog = placeOf(
    { ...fixture, log: new (log.constructor as new () => typeof log)() },
    ann,
    none(),
    () => ({}),
  ).server.keyLog;
  await otherLog.log((await personCalled('ann', ann.vault.userId)).contact);
  const audit = async ({ contacts }: Place) => {
    await contacts.keyLog.auditOwn(ann.contact, { confirmed: [], former: [] });
    return ['audited'];
  };
  const states = { other: await otherLog.state(), older: await logAt(1) };
  const leaves = log.leaves.map(toBase64url);
  const first = (await logAt(1)).checkpoint;
  const compare = async ({ contacts }: Place) => {
    await contacts.keyLog.requireConsistent(first, 0);
    return ['consistent'];
  };
  const hashes = [toBase64url(new Uint8Array(32)), toBase64url(new Uint8Array(32).fill(1))];
  const proof = await placeOf(fixture, ann, none(), () => ({})).client.send(routes.keyLogProof, {
    from: 1,
    to: log.leaves.length,
  });
  return [
    ledgerOf(
      'a device that knows the ledger reads it again',
      { ...known.ann, entries: [...entries] },
      entries.slice(-1),
    ),
    ledgerOf(
      'a device that knows a part of the ledger reads the rest',
      { entries: [...entries], device: before.saved.device },
      entries.slice(1),
    ),
    removal('the owner removes an entry that cannot be read, on a device that knows those before it', known.ann.device),
    removal('the owner removes an entry that cannot be read, on a new device', new Map()),
    live(
      'the own address is audited by a device that knows the log',
      routes.keyLog,
      await log.state(),
      states,
      known.ann,
      audit,
    ),
    live('the own address is audited by a new device', routes.keyLog, await log.state(), states, none(), audit),
    live(
      'the own address is audited from the first entry',
      routes.keyLogEntries,
      { entries: leaves },
      { other: { entries: otherLog.leaves.map(toBase64url) }, older: { entries: leaves.slice(0, 1) } },
      none(),
      audit,
    ),
    live(
      'the checkpoint of a partner is compared',
      routes.keyLogProof,
      proof,
      { other: { hashes }, older: { hashes: hashes.slice(1) } },
      known.ann,
      compare,
    ),
  ];
}
