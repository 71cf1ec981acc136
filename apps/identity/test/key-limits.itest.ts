import { identity } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { restateBundle } from '@tradepost/sealing/keys/bundle';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { manyLoginFailures, startFixture, tally, type Fixture } from './fixture';
import { vaultsOf } from './vault-kit';

const most = 3;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ ...manyLoginFailures, KEY_BUNDLES_PER_DAY: String(most) });
});
afterAll(() => fixture.stop());

const { create, made, keyed, storedKeysOf } = vaultsOf(() => fixture);
const tooMany = { code: 'TOO_MANY', status: 429, retryAfter: expect.any(Number) };
const entriesOf = async (userId: string) =>
  (await fixture.db.source.query('SELECT 1 FROM key_log_entry WHERE account_id = $1', [userId])).length;
const usesOf = (userId: string) => fixture.db.source.query('SELECT 1 FROM limit_use WHERE key = $1', [userId]);

describe('keys of a person', () => {
  it('are replaced a limited number of times in a day, also by parallel calls', async () => {
    const { who: ann } = await keyed();
    const rivals = await Promise.all(Array.from({ length: most }, () => made(ann, 2)));
    const outcomes = await Promise.allSettled(rivals.map(({ sent }) => create(ann, sent)));
    expect(tally(outcomes)).toEqual({ ok: 1, KEYS_STALE: 1, TOO_MANY: 1 });
    await expect(create(ann, (await made(ann, 3)).sent)).rejects.toMatchObject(tooMany);
    expect((await storedKeysOf(ann)).epoch).toBe(2);
    expect(await entriesOf(ann.userId)).toBe(2);
    await expect(keyed()).resolves.toBeDefined();
  });

  it('are restated a limited number of times in a day; a repeat that changes nothing is not counted', async () => {
    const { who: ann, open, sent } = await keyed();
    const owner = { userId: ann.userId, address: addressKey(ann.email) };
    const bundle = await restateBundle(sent.bundle, owner, open.signing.privateKey);
    for (let n = 0; n < 2 * most; n += 1)
      expect(await fixture.call(identity.restateKeys, { bundle }, ann)).toEqual({ bundle: sent.bundle });
    expect(await usesOf(ann.userId)).toHaveLength(1);
    await fixture.db.source.query(
      "INSERT INTO limit_use (id, limit_name, key, amount, at) VALUES (gen_random_uuid(), 'keyBundles', $1, $2, now())",
      [ann.userId, most],
    );
    const former = await restateBundle(sent.bundle, { ...owner, address: 'before@a.example' }, open.signing.privateKey);
    await fixture.db.source.query('UPDATE key_bundle SET bundle = $1 WHERE account_id = $2', [former, ann.userId]);
    await expect(fixture.call(identity.restateKeys, { bundle }, ann)).rejects.toMatchObject(tooMany);
    expect((await storedKeysOf(ann)).keys!.bundle).toEqual(former);
  });

  it('are not counted while the password is wrong or the keys are not proven', async () => {
    const { who: ann, sent } = await keyed();
    const other = await made(await fixture.member());
    for (let n = 0; n < most; n += 1) {
      await expect(create(ann, { ...sent, password: 'a wrong password' })).rejects.toMatchObject({
        code: 'PASSWORD_WRONG',
      });
      await expect(create(ann, { ...sent, bundle: other.sent.bundle })).rejects.toMatchObject({ code: 'KEY_UNPROVEN' });
    }
    expect(await usesOf(ann.userId)).toHaveLength(1);
  });

  it('are forgotten as uses with the account', async () => {
    const { who: ann } = await keyed();
    await fixture.call(identity.requestDeletion, { password: await fixture.proofOf(ann.email) }, ann);
    await fixture.app.get(DeletionSweeper).sweep(new Date(Date.now() + 15 * 86_400_000));
    expect(await usesOf(ann.userId)).toEqual([]);
  });
});

describe('what is stored of keys', () => {
  const bytesOf = async (userId: string) => {
    const [{ bytes }] = await fixture.db.source.query(
      `SELECT sum(octet_length(b.bundle::text) + octet_length(v.sealed::text))::int AS bytes
       FROM vault v JOIN key_bundle b USING (account_id, epoch) WHERE v.account_id = $1`,
      [userId],
    );
    return bytes as number;
  };

  it('has at most 4 KB, also with the longest values and with fields that nobody asked for', async () => {
    const ann = await fixture.member();
    const { sent } = await made(ann);
    const longest = 'A'.repeat(800);
    const extra = { notes: 'B'.repeat(30_000) };
    const vault = { ...sent.vault, hpkePrivate: longest, signPrivate: longest, ...extra };
    await create(ann, { ...sent, bundle: { ...sent.bundle, ...extra }, vault });
    expect(await bytesOf(ann.userId)).toBeLessThan(4096);
  });

  it('is refused if one of its values is larger', async () => {
    const ann = await fixture.member();
    const { sent } = await made(ann);
    const { bundle, vault } = sent;
    const larger = (value: string, by: number) => value + 'A'.repeat(by);
    const places: ((by: number) => Record<string, unknown>)[] = [
      ...(['address', 'hpkePublic', 'signPublic', 'createdAt', 'selfSignature'] as const).map(
        (field) => (by: number) => ({ bundle: { ...bundle, [field]: larger(bundle[field]!, by) } }),
      ),
      ...(['hpkePrivate', 'signPrivate'] as const).map((field) => (by: number) => ({
        vault: { ...vault, [field]: larger('A'.repeat(800), by) },
      })),
      ...(['password', 'recovery'] as const).map((kind) => (by: number) => ({
        vault: { ...vault, wraps: { ...vault.wraps, [kind]: larger(vault.wraps[kind], by) } },
      })),
    ];
    for (const place of places)
      for (const by of [320, 1_000, 60_000])
        await expect(create(ann, { ...sent, ...place(by) })).rejects.toMatchObject({ code: 'INVALID', status: 400 });
    expect(await storedKeysOf(ann)).toEqual({ epoch: 0, keys: null });
  });
});
