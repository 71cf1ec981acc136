import type { UserActor } from '@tradepost/contracts/actor';
import { ledgerPart } from '@tradepost/contracts/encryption/formats';
import { identity } from '@tradepost/contracts/identity';
import { tablesWith } from '@tradepost/testing/tables-with';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { startFixture, tally, type Fixture } from './fixture';
import { vaultsOf } from './vault-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({
    LOGIN_FREE_FAILURES: '50',
    LOGIN_FAILURES_PER_ACCOUNT: '60',
    LEDGER_BYTES_PER_DAY: '3000000',
  });
});
afterAll(() => fixture.stop());

const { made, create, keyed } = vaultsOf(() => fixture);
const stale = { code: 'KEYS_STALE', status: 409 };
/** Stands for a sealed entry; the server cannot tell. */
const sealed = (n: number, length = 140) => n.toString().padStart(length, 'A');
const append = (who: UserActor, seq: number, entries: string[], epoch = 1) =>
  fixture.call(identity.appendLedger, { epoch, seq, entries }, who);
const read = (who: UserActor, from = 1, epoch = 1) => fixture.call(identity.ledger, { epoch, from }, who);

describe('a ledger', () => {
  it('accepts only the next entry, also from parallel calls, and stores all entries of a call or none', async () => {
    const { who: ann } = await keyed();
    expect(await read(ann)).toEqual({ size: 0, entries: [] });
    await expect(append(ann, 2, [sealed(2)])).rejects.toMatchObject(stale);
    expect(await append(ann, 1, [sealed(1), sealed(2)])).toEqual({ size: 2 });
    for (const seq of [1, 2, 4]) await expect(append(ann, seq, [sealed(9)])).rejects.toMatchObject(stale);
    const rivals = [3, 3, 3].map((seq, index) => append(ann, seq, [sealed(index + 10), sealed(index + 20)]));
    expect(tally(await Promise.allSettled(rivals))).toEqual({ ok: 1, KEYS_STALE: 2 });
    const { size, entries } = await read(ann, 2);
    expect([size, entries.length, entries[0]]).toEqual([4, 3, sealed(2)]);
  });

  it('is protected by the database against gaps, duplicate numbers and changes', async () => {
    const { who: ann } = await keyed();
    await append(ann, 1, [sealed(1)]);
    const insert = (seq: number, previous: number | null) =>
      fixture.db.source.query('INSERT INTO ledger_entry VALUES ($1, 1, $2, $3, $4)', [
        ann.userId,
        seq,
        previous,
        sealed(0),
      ]);
    for (const [seq, previous] of [
      [3, 2],
      [3, 1],
      [1, null],
      [2, null],
      [0, -1],
    ] as const)
      await expect(insert(seq, previous)).rejects.toThrow(/ledger_entry/);
    await expect(
      fixture.db.source.query('UPDATE ledger_entry SET sealed = $1 WHERE account_id = $2', [sealed(9), ann.userId]),
    ).rejects.toThrow('a ledger only grows');
    expect(await read(ann)).toEqual({ size: 1, entries: [sealed(1)] });
  });

  it('is read in parts of limited size', async () => {
    const { who: ann } = await keyed();
    const large = (n: number) => sealed(n, 128 * 1024);
    const small = Array.from({ length: ledgerPart }, (_, n) => sealed(n));
    await append(ann, 1, small);
    await append(ann, 1 + ledgerPart, [1, 2, 3, 4, 5].map(large));
    expect(await read(ann)).toEqual({ size: ledgerPart + 5, entries: small });
    expect((await read(ann, 1 + ledgerPart)).entries).toEqual([1, 2, 3, 4].map(large));
    expect((await read(ann, 5 + ledgerPart)).entries).toEqual([large(5)]);
    for (const entries of [[], [...small, sealed(0)], ['A'.repeat(60)], ['!'.repeat(140)], [sealed(0, 180_000)]])
      await expect(append(ann, 6 + ledgerPart, entries)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('grows by a limited amount in a day, whichever keys are used', async () => {
    const { who: ann } = await keyed();
    const most = Array.from({ length: 22 }, (_, n) => sealed(n, 128 * 1024));
    await append(ann, 1, most);
    await create(ann, (await made(ann, 2)).sent);
    const full = { code: 'TOO_MANY', status: 429, retryAfter: expect.any(Number) };
    await expect(append(ann, 1, [sealed(1, 128 * 1024)], 2)).rejects.toMatchObject(full);
    expect(await read(ann, 1, 2)).toEqual({ size: 0, entries: [] });
    expect(await append(ann, 1, [sealed(1)], 2)).toEqual({ size: 1 });
  });

  it('belongs to one person and one epoch', async () => {
    const [{ who: ann }, { who: tom }] = [await keyed(), await keyed()];
    await append(ann, 1, [sealed(7)]);
    expect(await read(tom)).toEqual({ size: 0, entries: [] });
    await create(ann, (await made(ann, 2)).sent);
    await expect(read(ann)).rejects.toMatchObject(stale);
    await expect(append(ann, 2, [sealed(8)])).rejects.toMatchObject(stale);
    expect(await read(ann, 1, 2)).toEqual({ size: 0, entries: [] });
    await append(ann, 1, [sealed(8)], 2);
    expect(await read(ann, 1, 2)).toEqual({ size: 1, entries: [sealed(8)] });
    const nobody = await fixture.member();
    await expect(read(nobody)).rejects.toMatchObject(stale);
  });

  it('is deleted with the account', async () => {
    const { who: ann } = await keyed();
    const mark = 'B'.repeat(140);
    await append(ann, 1, [mark, mark]);
    await fixture.call(identity.requestDeletion, { password: await fixture.proofOf(ann.email) }, ann);
    await fixture.app.get(DeletionSweeper).sweep(new Date(Date.now() + 15 * 86_400_000));
    expect(await tablesWith(fixture.db, mark)).toEqual([]);
  });
});
