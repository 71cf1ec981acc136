import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { checkpointText, audit } from '@tradepost/contracts/audit';
import { keyId } from '@tradepost/proofs/key-id';
import { userActor } from '@tradepost/testing/service-harness';
import { identityEvents } from '@tradepost/contracts/identity';
import { migrateService } from '@tradepost/service-kit/database/migrate';
import { tablesWith } from '@tradepost/testing/tables-with';
import { testDatabase } from '@tradepost/testing/test-database';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { CheckpointRow, EntryRow } from '../src/entry/audit.entity';
import { entryHash, genesis, plainEntryHash } from '@tradepost/proofs/chain';
import { Checkpoints } from '../src/chain/checkpoints';
import { auditDatabase } from '../src/data-source';
import { admin, second, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const days = 24 * 3_600_000;
const ago = (count: number) => new Date(Date.now() - count * days);

describe('signed ends', () => {
  const ann = userActor();
  let fixture: Fixture;
  let owner: Client;
  const daily = (now?: Date) => fixture.app.get(Checkpoints).sweep(now);

  beforeAll(async () => {
    fixture = await startFixture();
    owner = new Client({ connectionString: fixture.ownerUrl });
    await owner.connect();
    await owner.query('SET search_path = audit');
    for (let n = 0; n < 5; n += 1) await fixture.uploaded(ann, `${n}.csv`, { at: second(n) });
    await daily();
  });
  afterAll(async () => {
    await owner.end();
    await fixture.stop();
  });

  it('exist once for each end of a chain, and can be verified with the public key', async () => {
    await daily();
    const { entries, checkpoints, next } = await fixture.call(audit.exported, { companyId: ann.companyId! }, admin());
    expect([entries.map(({ sequence }) => sequence), next]).toEqual([[1, 2, 3, 4, 5], null]);
    expect(checkpoints).toEqual([
      expect.objectContaining({ companyId: ann.companyId, sequence: 5, head: entries[4]?.hash }),
    ]);
    const { publicKey } = await fixture.call(audit.publicKey, {}, admin());
    const [checkpoint] = checkpoints;
    const isGenuine = (text: string) =>
      verify(
        'sha256',
        Buffer.from(text),
        { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' },
        Buffer.from(checkpoint?.signature ?? '', 'base64url'),
      );
    expect(isGenuine(checkpointText(checkpoint!))).toBe(true);
    expect(isGenuine(checkpointText({ ...checkpoint!, sequence: 4 }))).toBe(false);
  });

  it('detect a log that the owner of the database has rewritten, including its hashes', async () => {
    await owner.query('BEGIN');
    const entries = await sql(fixture.db.read).find(EntryRow, { order: { sequence: 'ASC' } });
    let head = genesis;
    for (const { hash: _old, ...entry } of entries) {
      const forged = { ...entry, message: entry.message.replace('2.csv', 'nothing.csv') };
      head = entryHash(head, forged);
      await owner.query('UPDATE entry SET message = $2, hash = $3 WHERE id = $1', [entry.id, forged.message, head]);
    }
    await owner.query('UPDATE chain SET head = $1', [head]);
    await owner.query('COMMIT');
    expect(await fixture.verify()).toMatchObject({ ok: false, brokenAt: entries[4]?.id });
    for (const { id, message, hash } of entries)
      await owner.query('UPDATE entry SET message = $2, hash = $3 WHERE id = $1', [id, message, hash]);
    await owner.query('UPDATE chain SET head = $1', [entries[4]?.hash]);
    expect(await fixture.verify()).toMatchObject({ ok: true, entries: 5 });
  });

  it('name the key that signed them, and stay valid while this key is accepted', async () => {
    const { publicKey } = await fixture.call(audit.publicKey, {}, admin());
    const another = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    const rotated = await fixture.replica({ AUDIT_SIGNING_KEY: another, AUDIT_SIGNING_KEY_PREVIOUS: publicKey });
    const forgotten = await fixture.replica({ AUDIT_SIGNING_KEY: another });
    try {
      expect(await rotated.call(audit.verify, {}, admin())).toMatchObject({ ok: true });
      expect(await forgotten.call(audit.verify, {}, admin())).toMatchObject({ ok: false, brokenAt: ann.companyId });
      expect((await rotated.call(audit.publicKey, {}, admin())).previous).toEqual([publicKey]);
      const { checkpoints } = await rotated.call(audit.exported, { companyId: ann.companyId! }, admin());
      expect(checkpoints.map(({ keyId: named }) => named)).toEqual([keyId(createPublicKey(publicKey))]);
      // from before keys had names
      await owner.query('UPDATE checkpoint SET key_id = NULL');
      expect(await rotated.call(audit.verify, {}, admin())).toMatchObject({ ok: true });
      expect(await forgotten.call(audit.verify, {}, admin())).toMatchObject({ ok: false });
    } finally {
      await Promise.all([rotated.stop(), forgotten.stop()]);
    }
  });

  it.each([
    ['an end signed by another key', `UPDATE checkpoint SET signature = encode(sha256('x'), 'base64')`],
    ['an end that never was', `UPDATE checkpoint SET head = encode(sha256('x'), 'hex')`],
    ['another time', `UPDATE checkpoint SET at = at - interval '1 day'`],
    ['a beginning let go against the rule', `SELECT let_go(chain_id, 5) FROM checkpoint`],
    [
      'a chain cut short',
      `WITH gone AS (DELETE FROM entry WHERE sequence = 5) UPDATE chain SET length = 4, head = (SELECT hash FROM entry WHERE sequence = 4)`,
    ],
  ])('detect %s', async (_what, statement) => {
    const tables = ['entry', 'entry_text', 'chain', 'checkpoint'];
    for (const table of tables) await owner.query(`CREATE TEMP TABLE saved_${table} AS SELECT * FROM ${table}`);
    await owner.query(statement);
    expect(await fixture.verify()).toMatchObject({ ok: false, brokenAt: ann.companyId });
    await owner.query(`TRUNCATE ${tables.join()}`);
    for (const table of tables)
      await owner.query(`INSERT INTO ${table} SELECT * FROM saved_${table}; DROP TABLE saved_${table}`);
    expect(await fixture.verify()).toMatchObject({ ok: true });
  });

  it.each(["UPDATE checkpoint SET head = 'x'", 'DELETE FROM checkpoint', 'TRUNCATE checkpoint'])(
    'the service’s own role may not %s',
    async (statement) => {
      await expect(sql(fixture.db.read).query(statement)).rejects.toMatchObject({ code: '42501' });
    },
  );
});

describe('retention', () => {
  it('prunes entries past their retention, and its checkpoint keeps the chain verifiable', async () => {
    const fixture = await startFixture({ AUDIT_RETENTION_DAYS: '30' });
    try {
      const ann = userActor();
      const checkpoints = fixture.app.get(Checkpoints);
      for (let n = 0; n < 4; n += 1) await fixture.uploaded(ann, `old ${n}.csv`);
      await checkpoints.sweep(ago(40));
      await fixture.uploaded(ann, 'newer.csv');
      await checkpoints.sweep(ago(20));
      expect(await fixture.verify()).toMatchObject({ ok: true, entries: 5 });
      await checkpoints.sweep();
      expect(await fixture.verify()).toMatchObject({ ok: true, entries: 1 });
      expect((await fixture.messages(ann)).map((message) => /old|newer/.exec(message)?.[0])).toEqual(['newer']);
      await fixture.uploaded(ann, 'newest.csv');
      expect(await fixture.verify()).toMatchObject({ ok: true, entries: 2 });
      const exported = await fixture.call(audit.exported, { companyId: ann.companyId! }, admin());
      expect([
        exported.entries.map(({ sequence }) => sequence),
        exported.checkpoints.map(({ sequence }) => sequence),
      ]).toEqual([
        [5, 6],
        [4, 5, 6],
      ]);
      expect(await sql(fixture.db.read).countBy(CheckpointRow, { chainId: ann.companyId! })).toBe(3);
    } finally {
      await fixture.stop();
    }
  });
});

describe('a log from before entries referred to people', () => {
  const before = auditDatabase.migrations.findIndex(({ name }) => name.startsWith('PersonalTexts'));
  const migrations = auditDatabase.migrations.slice(0, before);
  const [ann, bob] = [userActor(), userActor()];

  /** A chain of three entries, with a checkpoint at its end. @returns its last hash */
  async function fill(ownerUrl: string, tampered = false): Promise<string> {
    const client = new Client({ connectionString: ownerUrl });
    await client.connect();
    await client.query('SET search_path = audit');
    const chainId = ann.companyId!;
    let head = genesis;
    for (const [n, message] of [
      `${ann.email} uploaded a.csv to Trade`,
      `${bob.email} requested a.csv from Trade`,
      `${ann.email} delivered Trade to x@example.com, ${bob.email} and 4 more addresses`,
    ].entries()) {
      const about = {
        id: uuidv7(),
        chainId,
        sequence: n + 1,
        at: new Date(second(n)),
        action: 'storage.file-uploaded',
      };
      const entry = { ...about, actor: ann.email, actorId: ann.userId, ip: '192.0.2.9', requestId: 'r', message };
      head = plainEntryHash(head, entry);
      await client.query('INSERT INTO entry VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
        ...Object.values(entry),
        head,
      ]);
    }
    await client.query('INSERT INTO chain (id, length, head) VALUES ($1, 3, $2)', [chainId, head]);
    await client.query(
      "INSERT INTO checkpoint (chain_id, sequence, head, at, signature) VALUES ($1, 3, $2, now(), 'x')",
      [chainId, head],
    );
    if (tampered) await client.query("UPDATE entry SET message = 'nothing' WHERE sequence = 2");
    await client.end();
    return head;
  }

  it('is converted, states its former last hash, and no longer has the texts of a deleted person', async () => {
    let head = '';
    const fixture = await startFixture({}, { migrations, fill: async (url) => void (head = await fill(url)) });
    try {
      const read = await fixture.messages(ann);
      expect(read).toEqual([
        `The log up to entry 3 was converted so that personal texts can be erased; its last hash was ${head}`,
        `${ann.email} delivered Trade to x@example.com, ${bob.email} and 4 more addresses`,
        `${bob.email} requested a.csv from Trade`,
        `${ann.email} uploaded a.csv to Trade`,
      ]);
      expect(await fixture.verify()).toMatchObject({ ok: true, entries: 4 });
      await fixture.app.get(Checkpoints).sweep();
      const { userId, email, companyId } = bob;
      await fixture.deliverEvent(identityEvents.accountDeleted, { userId, email, companyId });
      expect((await tablesWith(fixture.db, bob.email)).filter((table) => table !== 'erasure')).toEqual([]);
      expect((await fixture.messages(ann)).slice(0, 2)).toEqual([
        read[0]!.replace(head, 'deleted text'),
        read[1]!.replace(bob.email, 'deleted person'),
      ]);
      expect(await tablesWith(fixture.db, head)).toEqual([]);
      expect(await fixture.verify()).toMatchObject({ ok: true, entries: 5 });
    } finally {
      await fixture.stop();
    }
  });

  it('is not converted and not changed if it does not verify', async () => {
    const { ownerUrl, password, stop } = await testDatabase({ ...auditDatabase, migrations });
    try {
      await fill(ownerUrl, true);
      const migrated = migrateService({ ownerUrl, password, ...auditDatabase });
      await expect(migrated).rejects.toThrow('Nothing was changed: the log was tampered with');
    } finally {
      await stop();
    }
  });
});
