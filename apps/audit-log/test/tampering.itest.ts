import { createHash } from 'node:crypto';
import { userActor } from '@tradepost/testing/service-harness';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { Checkpoints } from '../src/chain/checkpoints';
import { second, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const tamperings = 1_000;
const tables = ['entry', 'entry_text', 'chain', 'checkpoint'];

interface Entry {
  id: string;
  chain_id: string;
  sequence: number;
}

let fixture: Fixture;
let owner: Client;
let entries: Entry[];

beforeAll(async () => {
  fixture = await startFixture();
  owner = new Client({ connectionString: fixture.ownerUrl });
  await owner.connect();
  const people = [userActor(), userActor(), userActor()];
  for (let n = 0; n < 45; n += 1) await fixture.uploaded(people[n % 3]!, `${n}.csv`, { at: second(n) });
  await fixture.app.get(Checkpoints).sweep();
  await owner.query('SET search_path = audit');
  for (const table of tables) await owner.query(`CREATE TEMP TABLE saved_${table} AS SELECT * FROM ${table}`);
  entries = (await owner.query<Entry>('SELECT id, chain_id, sequence FROM entry ORDER BY chain_id, sequence')).rows;
});
afterAll(async () => {
  await owner.end();
  await fixture.stop();
});

const restore = async () => {
  const refill = tables.map((table) => `INSERT INTO ${table} SELECT * FROM saved_${table}`);
  await owner.query(`BEGIN; TRUNCATE ${tables.join()}; ${refill.join('; ')}; COMMIT`);
};
const after = ({ chain_id, sequence }: Entry) =>
  entries.find((entry) => entry.chain_id === chain_id && entry.sequence === sequence + 1);

/** Changes one column of an entry; what breaks first is that entry. */
const set = (column: string, value: string) => async (entry: Entry) => {
  await owner.query(`UPDATE entry SET ${column} = ${value} WHERE id = $1`, [entry.id]);
  return entry.id;
};

/** Changes a personal text. */
const setOfText =
  (change: string) =>
  async ({ id }: Entry) => {
    await owner.query(`UPDATE entry_text SET ${change} WHERE entry_id = $1 AND place = 1`, [id]);
    return id;
  };

/** Changes a chain's row or its checkpoint; what breaks is the chain. */
const setOfChain =
  (statement: string) =>
  async ({ chain_id }: Entry) => {
    await owner.query(statement, [chain_id]);
    return chain_id;
  };

/** Each tampers with one entry, or with what its chain is held by, and says what must be named as broken (undefined: anything). */
const ways: Record<string, (entry: Entry) => Promise<string | undefined>> = {
  message: set('message', "message || '.'"),
  time: set('at', "at + interval '1 second'"),
  action: set('action', "'storage.file-deleted'"),
  actor: set('actor', "'bob@example.com'"),
  'actor taken away': set('actor', 'NULL'),
  'actor’s id': set('actor_id', 'gen_random_uuid()'),
  address: set('ip', "'10.0.0.1'"),
  request: set('request_id', "'another'"),
  hash: set('hash', "encode(sha256(hash::bytea), 'hex')"),
  'an id': async (entry) => {
    // the owner can switch off foreign keys
    await owner.query('SET session_replication_role = replica');
    const renamed = 'UPDATE entry SET id = gen_random_uuid() WHERE id = $1 RETURNING id';
    const { rows } = await owner.query<Entry>(renamed, [entry.id]);
    await owner.query('SET session_replication_role = DEFAULT');
    return rows[0]!.id;
  },
  'a person’s address': setOfText("text = 'bob@example.com'"),
  'a salt': setOfText("salt = decode(md5(salt::text), 'hex')"),
  'a text moved to another place': setOfText('place = place + 10'),
  'a text emptied': setOfText('text = NULL, salt = NULL, subject = NULL'),
  'a text erased by no deleted account': setOfText('text = NULL, salt = NULL, subject = NULL, erased_by = entry_id'),
  'a text taken away': async ({ id }) => {
    await owner.query('DELETE FROM entry_text WHERE entry_id = $1 AND place = 1', [id]);
    return id;
  },
  'a commitment': set('commitments', "array_append(commitments[2:], 'x')"),
  'an entry taken away': async (entry) => {
    await owner.query('DELETE FROM entry WHERE id = $1', [entry.id]);
    return after(entry)?.id ?? entry.chain_id;
  },
  'everything from an entry on taken away': async (entry) => {
    await owner.query('DELETE FROM entry WHERE chain_id = $1 AND sequence >= $2', [entry.chain_id, entry.sequence]);
    return entry.chain_id;
  },
  'a message and its own hash, computed correctly': async (entry) => {
    const { rows } = await owner.query('SELECT * FROM entry WHERE id = $1', [entry.id]);
    const previous = (
      await owner.query('SELECT hash FROM entry WHERE chain_id = $1 AND sequence = $2', [
        entry.chain_id,
        entry.sequence - 1,
      ])
    ).rows[0];
    const {
      id,
      chain_id: chainId,
      sequence,
      at,
      action,
      actor,
      actor_id: actorId,
      ip,
      request_id: requestId,
      commitments,
    } = rows[0];
    const forged = JSON.stringify({
      id,
      chainId,
      sequence,
      at,
      action,
      actor,
      actorId,
      ip,
      requestId,
      message: 'forged',
      commitments,
    });
    const before = Buffer.from(previous?.hash ?? '0'.repeat(64), 'hex');
    const hash = createHash('sha256')
      .update(Buffer.from([2]))
      .update(before)
      .update(forged)
      .digest('hex');
    await owner.query("UPDATE entry SET message = 'forged', hash = $2 WHERE id = $1", [entry.id, hash]);
    // the last one is held by the checkpoint
    return after(entry)?.id ?? entry.id;
  },
  'an entry that never was, at the end': async ({ chain_id }) => {
    const id = uuidv7();
    await owner.query(
      "INSERT INTO entry SELECT $2, chain_id, max(sequence) + 1, now(), 'x', NULL, NULL, NULL, NULL, 'x', 'x', '{}' FROM entry WHERE chain_id = $1 GROUP BY 2",
      [chain_id, id],
    );
    return id;
  },
  'an entry that never was, before the first': async ({ chain_id }) => {
    const id = uuidv7();
    await owner.query("INSERT INTO entry VALUES ($2, $1, 0, now(), 'x', NULL, NULL, NULL, NULL, 'x', 'x', '{}')", [
      chain_id,
      id,
    ]);
    return id;
  },
  'an entry of no chain': async () => {
    const id = uuidv7();
    await owner.query(
      "INSERT INTO entry VALUES ($1, gen_random_uuid(), 1, now(), 'x', NULL, NULL, NULL, NULL, 'x', 'x', '{}')",
      [id],
    );
    return id;
  },
  'two messages changed for each other': async (entry) => {
    const { id: other, sequence } = after(entry) ?? entries.find(({ chain_id }) => chain_id === entry.chain_id)!;
    await owner.query(
      'UPDATE entry e SET message = o.message FROM entry o WHERE (e.id, o.id) IN (($1, $2), ($2, $1))',
      [entry.id, other],
    );
    return sequence > entry.sequence ? entry.id : other;
  },
  'a chain’s end': setOfChain("UPDATE chain SET head = encode(sha256(head::bytea), 'hex') WHERE id = $1"),
  'a chain said to be longer': setOfChain('UPDATE chain SET length = length + 1 WHERE id = $1'),
  'a chain said to be shorter': setOfChain('UPDATE chain SET length = length - 1 WHERE id = $1'),
  'a beginning marked as pruned': setOfChain('UPDATE chain SET kept_from = 3 WHERE id = $1'),
  'what came before the first': async ({ chain_id }) => {
    await owner.query("UPDATE chain SET kept_head = encode(sha256(kept_head::bytea), 'hex') WHERE id = $1", [chain_id]);
    return entries.find((entry) => entry.chain_id === chain_id)!.id;
  },
  'a checkpoint’s end': setOfChain(
    "UPDATE checkpoint SET head = encode(sha256(head::bytea), 'hex') WHERE chain_id = $1",
  ),
  'a checkpoint’s place': setOfChain('UPDATE checkpoint SET sequence = sequence - 1 WHERE chain_id = $1'),
  'a checkpoint’s time': setOfChain("UPDATE checkpoint SET at = at - interval '1 day' WHERE chain_id = $1"),
  'a checkpoint’s signature': setOfChain('UPDATE checkpoint SET signature = reverse(signature) WHERE chain_id = $1'),
  'a checkpoint that never was': setOfChain(
    'INSERT INTO checkpoint SELECT chain_id, 1, head, at, signature FROM checkpoint WHERE chain_id = $1',
  ),
  'a chain no longer known': async ({ chain_id }) => {
    await owner.query('DELETE FROM chain WHERE id = $1', [chain_id]);
    return entries.find((entry) => entry.chain_id === chain_id)!.id;
  },
};

it('is intact before', async () => {
  expect(await fixture.verify()).toEqual({ ok: true, entries: 45, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

it(`finds each of ${tamperings} tamperings by the database’s owner, and names the first entry that broke`, async () => {
  const { head } = await fixture.verify();
  const kinds = Object.entries(ways);
  for (let n = 0; n < tamperings; n += 1) {
    const [kind, tamper] = kinds[n % kinds.length]!;
    const entry = entries[Math.floor(Math.random() * entries.length)]!;
    const broken = await tamper(entry);
    expect({ kind, entry, ...(await fixture.verify()) }).toMatchObject({ kind, entry, ok: false, brokenAt: broken });
    await restore();
  }
  expect(await fixture.verify()).toEqual({ ok: true, entries: 45, head });
});

it('detects by its head that the whole log was replaced', async () => {
  const { head } = await fixture.verify();
  const { chain_id } = entries[0]!;
  for (const [table, column] of [
    ['entry', 'chain_id'],
    ['checkpoint', 'chain_id'],
    ['chain', 'id'],
  ])
    await owner.query(`DELETE FROM ${table} WHERE ${column} = $1`, [chain_id]);
  const replaced = await fixture.verify();
  expect(replaced).toMatchObject({ ok: true, entries: 30 });
  expect(replaced.head).not.toBe(head);
  await restore();
});

it('does not report an entry that is written during the verification', async () => {
  const ann = userActor();
  const writing = Promise.all(Array.from({ length: 60 }, (_, n) => fixture.uploaded(ann, `busy ${n}.csv`)));
  const seen = await Promise.all(Array.from({ length: 10 }, () => fixture.verify()));
  await writing;
  expect(seen.filter(({ ok }) => !ok)).toEqual([]);
  await restore();
});

it.each([
  "UPDATE entry SET message = 'x'",
  'DELETE FROM entry',
  'TRUNCATE entry',
  'ALTER TABLE entry ADD x int',
  'DROP TABLE entry',
  "UPDATE entry_text SET text = 'x'",
  'DELETE FROM entry_text',
])('the service’s own role may not %s', async (statement) => {
  await expect(sql(fixture.db.read).query(statement)).rejects.toMatchObject({ code: '42501' });
  expect(await fixture.verify()).toMatchObject({ ok: true, entries: 45 });
});

it('the service’s own role cannot grant itself permissions', async () => {
  await sql(fixture.db.read).query('GRANT UPDATE ON entry TO tradepost_audit');
  await expect(sql(fixture.db.read).query("UPDATE entry SET message = 'x'")).rejects.toMatchObject({ code: '42501' });
});
