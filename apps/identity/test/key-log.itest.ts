import { identity } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { labelOf } from '@tradepost/sealing/key-log/label';
import { openCheckpoint } from '@tradepost/sealing/key-log/checkpoint';
import { decodeEntry, encodeEntry, type LogEntry } from '@tradepost/sealing/key-log/entry';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { GrowingTree, isConsistent } from '@tradepost/sealing/key-log/tree';
import { restateBundle, verifyBundle } from '@tradepost/sealing/keys/bundle';
import { sql } from '@tradepost/service-kit/database/sql';
import { KeysRepository } from '../src/keys/keys.repository';
import { anonymous, startFixture, type Fixture } from './fixture';
import { vaultsOf } from './vault-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const vaults = vaultsOf(() => fixture);

/** The whole log, as any signed-in client reads and recomputes it. */
async function read() {
  const { key, checkpoint } = await fixture.call(identity.keyLog, {}, anonymous);
  const { origin, size, root } = await openCheckpoint(checkpoint, key);
  const reader = await fixture.member();
  const tree = new GrowingTree();
  const entries: LogEntry[] = [];
  while (tree.size < size) {
    const part = Math.floor(tree.size / 256);
    const answer = await fixture.call(identity.keyLogEntries, { part }, reader);
    for (const text of answer.entries.slice(0, size - tree.size)) {
      const bytes = new Uint8Array(Buffer.from(text, 'base64url'));
      await tree.add(bytes);
      entries.push(decodeEntry(bytes));
    }
  }
  return { origin, key, checkpoint, entries, isWhole: Buffer.from(await tree.root()).equals(root) };
}

it('contains each published key, with the label of its address', async () => {
  const { who, sent } = await vaults.keyed();
  const { entries, origin, isWhole } = await read();
  expect(isWhole).toBe(true);
  const { keyId } = await verifyBundle(who.userId, sent.bundle);
  expect(entries.at(-1)).toMatchObject({
    userId: who.userId,
    epoch: 1,
    keyId,
    label: await labelOf(addressKey(who.email), origin),
  });
  const names = Buffer.concat(entries.map(({ label }) => Buffer.from(label))).toString('latin1');
  expect(names).not.toContain(who.email);
});

it('has no entries and no tiles for impossible indexes', async () => {
  const reader = await fixture.member();
  expect(await fixture.call(identity.keyLogEntries, { part: 1e15 }, reader)).toEqual({ entries: [] });
  const tile = fixture.call(identity.keyLogTile, { level: 0, index: 1e15, width: 1 }, reader);
  await expect(tile).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('does not contain refused keys', async () => {
  const before = (await read()).entries.length;
  const who = await fixture.member();
  const { sent } = await vaults.made(who, 2);
  await expect(vaults.create(who, sent)).rejects.toMatchObject({ code: 'KEYS_STALE' });
  await expect(vaults.create(who, { ...sent, password: 'wrong' })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
  expect((await read()).entries).toHaveLength(before);
});

it('grows by one leaf for each of many keys published at once', async () => {
  const before = (await read()).entries.length;
  const people = await Promise.all(Array.from({ length: 5 }, () => vaults.keyed()));
  const { entries, isWhole } = await read();
  expect(isWhole).toBe(true);
  expect(entries).toHaveLength(before + 5);
  expect(new Set(entries.slice(before).map(({ userId }) => userId))).toEqual(
    new Set(people.map(({ who }) => who.userId)),
  );
});

it('only grows, even for direct SQL statements', async () => {
  for (const statement of [
    'UPDATE key_log_entry SET index = index + 1000',
    'DELETE FROM key_log_entry',
    'TRUNCATE key_log_node',
    'DELETE FROM key_log_restart',
  ])
    await expect(sql(fixture.db.read).query(statement)).rejects.toThrow(/the key log only grows|permission denied/);
});

it('proves that it extends each earlier size, and nothing else', async () => {
  const { entries } = await read();
  const reader = await fixture.member();
  const treeOf = async (size: number) => {
    const tree = new GrowingTree();
    for (const entry of entries.slice(0, size)) await tree.add(encodeEntry(entry));
    return { size, root: await tree.root() };
  };
  const large = await treeOf(entries.length);
  const proof = async (from: number, to = entries.length) =>
    (await fixture.call(identity.keyLogProof, { from, to }, reader)).hashes.map((hash) => fromBase64url(hash, 32));
  for (let from = 1; from <= entries.length; from += 1)
    expect([from, await isConsistent(await treeOf(from), large, await proof(from))]).toEqual([from, true]);
  expect(await isConsistent(await treeOf(2), large, await proof(3))).toBe(false);
  for (const [from, to] of [
    [1, entries.length + 1],
    [3, 2],
    [1, 1e15],
  ] as const)
    await expect(proof(from, to)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('has a new name after a restore from backup, and the same labels', async () => {
  const before = await read();
  await sql(fixture.db.read).query('INSERT INTO key_log_restart VALUES (1795000000)');
  const after = await read();
  expect(after.origin).toBe(`${before.origin}/1795000000`);
  expect(after).toMatchObject({ isWhole: true, entries: before.entries });
  const { who } = await vaults.keyed();
  const { entries } = await read();
  expect(entries.at(-1)!.label).toEqual(await labelOf(addressKey(who.email), before.origin));
});

it('gets older keys once, when their owner states them with the address', async () => {
  const who = await fixture.member();
  const { sent, open } = await vaults.made(who);
  const owner = { userId: who.userId, address: 'before@example.org' };
  const bundle = await restateBundle(sent.bundle, owner, open.signing.privateKey);
  const stored = { ...sent, bundle, pins: null, recoverySaved: false };
  await fixture.db.transaction((tx) => fixture.app.get(KeysRepository).insertEpoch(tx, who.userId, stored));
  const restate = () => fixture.call(identity.restateKeys, { bundle: sent.bundle }, who);
  await Promise.all([restate(), restate()]);
  const { entries, isWhole } = await read();
  expect(isWhole).toBe(true);
  const { keyId } = await verifyBundle(who.userId, sent.bundle);
  expect(entries.filter(({ userId }) => userId === who.userId)).toEqual([expect.objectContaining({ keyId, epoch: 1 })]);
});
