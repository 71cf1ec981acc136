import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { checkpointText, audit } from '@tradepost/contracts/audit';
import { keyId } from '@tradepost/proofs/key-id';
import { userActor } from '@tradepost/testing/service-harness';
import { Client } from 'pg';
import { CheckpointRow, EntryRow } from '../src/audit.entity';
import { genesis, hashOf } from '@tradepost/proofs/chain';
import { Checkpoints } from '../src/checkpoints';
import { admin, second, startStage, type Stage } from './stage';

const days = 24 * 3_600_000;
const ago = (count: number) => new Date(Date.now() - count * days);

describe('signed ends', () => {
  const ann = userActor();
  let stage: Stage;
  let owner: Client;
  const daily = (now?: Date) => stage.app.get(Checkpoints).sweep(now);

  beforeAll(async () => {
    stage = await startStage();
    owner = new Client({ connectionString: stage.ownerUrl });
    await owner.connect();
    await owner.query('SET search_path = audit');
    for (let n = 0; n < 5; n += 1) await stage.uploaded(ann, `${n}.csv`, { at: second(n) });
    await daily();
  }, 60_000);
  afterAll(async () => {
    await owner.end();
    await stage.stop();
  }, 60_000);

  it('are one a chain and end, and anybody with the public key can check them', async () => {
    await daily();
    const { entries, checkpoints, next } = await stage.call(audit.exported, { companyId: ann.companyId! }, admin());
    expect([entries.map(({ sequence }) => sequence), next]).toEqual([[1, 2, 3, 4, 5], null]);
    expect(checkpoints).toEqual([
      expect.objectContaining({ companyId: ann.companyId, sequence: 5, head: entries[4]?.hash }),
    ]);
    const { publicKey } = await stage.call(audit.publicKey, {}, admin());
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

  it('find a log that its database’s owner has written anew, hashes and all', async () => {
    await owner.query('BEGIN');
    const entries = await stage.db.read.find(EntryRow, { order: { sequence: 'ASC' } });
    let head = genesis;
    for (const { hash: _old, ...entry } of entries) {
      const forged = { ...entry, message: entry.message.replace('2.csv', 'nothing.csv') };
      head = hashOf(head, forged);
      await owner.query('UPDATE entry SET message = $2, hash = $3 WHERE id = $1', [entry.id, forged.message, head]);
    }
    await owner.query('UPDATE chain SET head = $1', [head]);
    await owner.query('COMMIT');
    expect(await stage.verify()).toMatchObject({ ok: false, brokenAt: entries[4]?.id });
    for (const { id, message, hash } of entries)
      await owner.query('UPDATE entry SET message = $2, hash = $3 WHERE id = $1', [id, message, hash]);
    await owner.query('UPDATE chain SET head = $1', [entries[4]?.hash]);
    expect(await stage.verify()).toMatchObject({ ok: true, entries: 5 });
  });

  it('name the key that signed them, and stay genuine while it is accepted', async () => {
    const { publicKey } = await stage.call(audit.publicKey, {}, admin());
    const another = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    const rotated = await stage.replica({ AUDIT_SIGNING_KEY: another, AUDIT_SIGNING_KEY_PREVIOUS: publicKey });
    const forgotten = await stage.replica({ AUDIT_SIGNING_KEY: another });
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
  ])('find %s', async (_what, statement) => {
    await owner.query(
      'CREATE TEMP TABLE kept AS SELECT * FROM entry; CREATE TEMP TABLE kept_chain AS SELECT * FROM chain; CREATE TEMP TABLE kept_checkpoint AS SELECT * FROM checkpoint',
    );
    await owner.query(statement);
    expect(await stage.verify()).toMatchObject({ ok: false, brokenAt: ann.companyId });
    await owner.query(
      'TRUNCATE entry, chain, checkpoint; INSERT INTO entry SELECT * FROM kept; INSERT INTO chain SELECT * FROM kept_chain; INSERT INTO checkpoint SELECT * FROM kept_checkpoint; DROP TABLE kept, kept_chain, kept_checkpoint',
    );
    expect(await stage.verify()).toMatchObject({ ok: true });
  });

  it.each(["UPDATE checkpoint SET head = 'x'", 'DELETE FROM checkpoint', 'TRUNCATE checkpoint'])(
    'the service’s own role may not %s',
    async (statement) => {
      await expect(stage.db.read.query(statement)).rejects.toMatchObject({ code: '42501' });
    },
  );
});

describe('retention', () => {
  it('lets go what is past its time, and the chain stays whole by its checkpoint', async () => {
    const stage = await startStage({ AUDIT_RETENTION_DAYS: '30' });
    try {
      const ann = userActor();
      const checkpoints = stage.app.get(Checkpoints);
      for (let n = 0; n < 4; n += 1) await stage.uploaded(ann, `old ${n}.csv`);
      await checkpoints.sweep(ago(40));
      await stage.uploaded(ann, 'newer.csv');
      await checkpoints.sweep(ago(20));
      expect(await stage.verify()).toMatchObject({ ok: true, entries: 5 });
      await checkpoints.sweep();
      expect(await stage.verify()).toMatchObject({ ok: true, entries: 1 });
      expect((await stage.messages(ann)).map((message) => /old|newer/.exec(message)?.[0])).toEqual(['newer']);
      await stage.uploaded(ann, 'newest.csv');
      expect(await stage.verify()).toMatchObject({ ok: true, entries: 2 });
      const exported = await stage.call(audit.exported, { companyId: ann.companyId! }, admin());
      expect([
        exported.entries.map(({ sequence }) => sequence),
        exported.checkpoints.map(({ sequence }) => sequence),
      ]).toEqual([
        [5, 6],
        [4, 5, 6],
      ]);
      expect(await stage.db.read.countBy(CheckpointRow, { chainId: ann.companyId! })).toBe(3);
    } finally {
      await stage.stop();
    }
  }, 60_000);
});
