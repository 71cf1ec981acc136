import { randomUUID } from 'node:crypto';
import { concat, fromBase64url, toBase64url, utf8 } from '../crypto/bytes';
import { aesKey, sealUnder } from '../crypto/primitives';
import { sign } from '../crypto/signing';
import { verifyBundle } from '../keys/bundle';
import { createVault, type Vault } from '../keys/vault';
import { counting } from '../testing/streams';
import type { LedgerEnd } from './end';
import { emptyLedger, endOf, openEntry, sealEntry, type LedgerAction, type VerifiedEntry } from './entry';
import { divergenceOf, restoreActions } from './restore.policy';

const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });
const kekOf = () => aesKey(counting(32, 1), ['encrypt', 'decrypt']);

async function vaultOf(userId = randomUUID() as string, epoch = 1): Promise<Vault> {
  const keks = { password: await kekOf(), recovery: await kekOf() };
  return (await createVault({ userId, address: 'ann@example.org' }, epoch, keks)).vault;
}

const revoke = (): LedgerAction => ({ type: 'revoke', requestId: randomUUID() });
const sealed = (vault: Vault, end: LedgerEnd, action = revoke()) =>
  sealEntry(vault, action, end, { actor: vault.userId, time: 1 });

async function ledgerOf(vault: Vault, actions: LedgerAction[]): Promise<VerifiedEntry[]> {
  const entries: VerifiedEntry[] = [];
  for (const action of actions) entries.push(await sealed(vault, endOf(entries), action));
  return entries;
}

describe('an entry', () => {
  // made by this library; the UVK is the bytes 64 to 95
  // cspell:disable
  const vector = {
    bundle: {
      suite: 1,
      address: 'ann@example.org',
      hpkePublic: 'BNdP5qCMYiW9jxnJr6DFxNmxJKIEq4sIMuf1BHJKnXuRGjKeWRnE1zLUdIjMMupbAPkd_0dMKeCWQRt7yYCelfE',
      signPublic: 'BElkuIE821SDj93WuNiLY4CjGrV6dn1kEKEwHsqFga91KRt3c5DuQvtAzpRCFR-FhSJI6asck2cN1FeMf7r-EJ8',
      epoch: 1,
      createdAt: '2026-11-23T04:56:22.609Z',
      selfSignature: 'YhabUKt5fVZX0F5tJEHsisCrjTOU4S2jcPetAUbMYQzKinrlRDYv9igQhYnB1_hT0Lla1sVeGL6El52uGENSoQ',
    },
    sealed: [
      'FJdS66AZSDLOVZUMSjCZJsdh8ATQyNoQeGyH0MoTRUiFSQpJU-iQ1cGYbanplRpQd9_O0uosdE9FGSrhfrBehpwKId_ZAr-e18fXEWQcnhsR_WDAPWNWtX5hbHfAkPG-hOhEOudrowPi1M-ko0SNY1NHivNVrO3hgF3NLUfVM0Rs9A6mRckKtLjHj-0720NJJ6y42xlmTRn_WKs_MiI_0V7FPDvhgwt86jOj0j72I_OhN4c61PeXxUPp0y41qiVDBCm1ChD7ACxg_8MjbnmfCx2zqgPhOMn2QW_8keJdXoRO1-FnhH2mrIZf8srSavJcf1W0O7Zfg-YU5I3cGYrh3tYnFXeqnNOdIPKtP8m9DrbRQkUAxVGJNLwtChBoDPr9GNfrBrFErj2ISpF139jiCmfGlqiEP4odhPuGStJF_nY1uaPvvqZ0EuZY51hTzQBeEApa6Xkgd1NOF14lp-Gcppw82i0AU0etU4m0US5TcCZHrMU',
      'kXd7IHsB4XmNLCs6kYwpmhQ_-D91LrEwz9kcLQj5HHT32eX2qbOAj6lNCshhETi6yOx2upRGXGGFv8zaeTMNMv4hZgs6ffxZNNthvZQ9_a9xpbuhromNrtvumMrWy1mnogsAMl9Y2GWfCBEw_IBQxLtXNiD06_Q9CikJ-olKUZsvGbCVaxtfkYyyD4N0obR3JlPpcg6hWgQcUayyawQgBysVjGJZwknJESexRw-62KfH_eeCmxSPH1LwaKTihns9RkMpCy33Q-HAWHZxNyHnA3OTArZaL_a3GrDWRf6eQCnTyJIe0ZVVjDJFZD-l8CA1Pc5mAPLXK9iqBWG0vC-7hrsd1uQHlnePJIW5voml3_tiwOBUEE3ktdLy7qPzcC-Msmzk0d6bv9TQiP47VYF82kKfJ3aAipStfvLHwzMnMVP7GCLUnYQfQC2qbBAFaT3hWyWXLqyHKyuHwwEvSEmv',
    ],
    heads: ['ZypoNn_294qogVpR6Joe_9EkIhEGte-prn4xAvl61Hs', 'GnKFvvPzuKzHizclZrYyvqMA7NJHESdei3VjT0Pyzs4'],
  };

  // cspell:enable

  it('opens to the content of the test vector', async () => {
    const userId = '01890a5d-ac96-774b-bcce-b302099a8058';
    const own = await verifyBundle(userId, vector.bundle);
    const vault = { ...(await vaultOf(userId)), own, key: await aesKey(counting(32, 64), ['encrypt', 'decrypt']) };
    const first = await openEntry(vault, vector.sealed[0]!, emptyLedger);
    const second = await openEntry(vault, vector.sealed[1]!, endOf([first]));
    expect([first.head, second.head]).toEqual(vector.heads);
    const shared = { userId, epoch: 1, actor: userId };
    expect(first.entry).toEqual({
      ...shared,
      type: 'own-key',
      keyId: toBase64url(own.keyId),
      formerPins: {},
      seq: 1,
      previous: 'A'.repeat(43),
      time: 1767323045006,
    });
    expect(second.entry).toMatchObject({ ...shared, type: 'revoke', seq: 2, previous: first.head });
  });

  it('opens only at its position, in its own vault, and unchanged', async () => {
    const vault = await vaultOf();
    const [first, second, third] = await ledgerOf(vault, [revoke(), revoke(), revoke()]);
    await expect(openEntry(vault, third!.sealed, endOf([first!]))).rejects.toEqual(refusal('TAMPERED'));
    const fork = await sealed(vault, endOf([await sealed(vault, emptyLedger)]));
    await expect(openEntry(vault, fork.sealed, endOf([first!]))).rejects.toEqual(refusal('LEDGER_FORKED'));
    for (const other of [await vaultOf(), await vaultOf(vault.userId, 2), { ...(await vaultOf(vault.userId)) }])
      await expect(openEntry(other, first!.sealed, emptyLedger)).rejects.toEqual(refusal('TAMPERED'));
    const bytes = fromBase64url(second!.sealed);
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = bytes.slice();
      changed[at]! ^= 1;
      await expect(openEntry(vault, toBase64url(changed), endOf([first!]))).rejects.toEqual(refusal('TAMPERED'));
    }
  });

  it('is refused without the signature of its owner, or with an unknown type', async () => {
    const vault = await vaultOf();
    const stranger = { ...vault, signing: (await vaultOf()).signing };
    const forged = await sealed(stranger, emptyLedger);
    await expect(openEntry(vault, forged.sealed, emptyLedger)).rejects.toEqual(refusal('BAD_SIGNATURE'));
    for (const type of ['later', 'constructor']) {
      const unknown = await sealed(vault, emptyLedger, { type } as unknown as LedgerAction);
      await expect(openEntry(vault, unknown.sealed, emptyLedger)).rejects.toEqual(refusal('UNSUPPORTED'));
    }
  });

  const person = { userId: 'u', address: 'bob@example.org', keyId: 'k' };
  const full: LedgerAction[] = [
    { type: 'own-key', keyId: 'k', formerPins: { u: 'p' }, formerKeys: ['k'] },
    { type: 'pin', pin: { ...person, pairId: 'p', how: 'first', since: '2026-11-23T04:56:22.609Z' } },
    { type: 'deliver', folderId: 'f', added: ['a'], removed: ['b'] },
    { type: 'move', folderId: 'f', fileIds: ['a'] },
    { type: 'grant', requestId: 'r', requestHash: 'h', recipient: person, files: [['a', 1]], expiryMs: 1 },
    { type: 'extend', requestId: 'r', keyId: 'k', expiryMs: 1 },
    { type: 'revoke', requestId: 'r' },
    { type: 'member', member: person },
    { type: 'member-removed', memberId: 'm' },
    { type: 'recovery', set: 's' },
    { type: 'restore', accepted: 'h', lost: [{ head: 'h', isRepeated: true }], keyLog: 'l' },
  ];

  /** Each with one value exchanged for one of another kind. */
  function exchanged(value: unknown): unknown[] {
    if (typeof value !== 'object' || value === null) return [{}, [], typeof value === 'string' ? 7 : 'text'];
    const inner = Object.entries(value).flatMap(([name, one]) =>
      name === 'type'
        ? []
        : exchanged(one).map((wrong) =>
            Array.isArray(value)
              ? (value as unknown[]).with(Number(name), wrong)
              : { ...(value as object), [name]: wrong },
          ),
    );
    return [7, ...inner];
  }

  it.each(full.map((action) => [action.type, action] as const))(
    'of the type %s is refused if a field is of another kind or missing, although it is signed',
    async (_, action) => {
      const vault = await vaultOf();
      const opened = async (one: unknown) =>
        openEntry(vault, (await sealed(vault, emptyLedger, one as LedgerAction)).sealed, emptyLedger);
      expect((await opened(action)).entry).toMatchObject(action);
      const wrong = exchanged(action).filter((one) => typeof one === 'object');
      expect(wrong.length).toBeGreaterThan(2);
      for (const one of wrong) await expect(opened(one)).rejects.toEqual(refusal('MALFORMED'));
      if (action.type !== 'own-key') await expect(opened({ type: action.type })).rejects.toEqual(refusal('MALFORMED'));
    },
  );

  it('may lack what earlier versions did not write', async () => {
    const vault = await vaultOf();
    for (const action of [
      { type: 'own-key', keyId: 'k', formerPins: {} },
      { type: 'restore', accepted: 'h', lost: [] },
      { type: 'recovery', set: null },
      { type: 'grant', requestId: 'r', requestHash: null, recipient: person, files: [], expiryMs: 1 },
    ] as LedgerAction[])
      await openEntry(vault, (await sealed(vault, emptyLedger, action)).sealed, emptyLedger);
  });

  it.each([null, 7, [], 'text'])('is refused if it is %j in place of an object', async (json) => {
    const vault = await vaultOf();
    const text = utf8(JSON.stringify(json));
    const signed = concat(await sign(vault.signing.privateKey, concat(utf8('sdx1/ledger'), text)), text);
    const place = utf8(`sdx1/ledger|${vault.userId}|1|1`);
    const one = toBase64url(await sealUnder(vault.key, signed, place));
    await expect(openEntry(vault, one, emptyLedger)).rejects.toEqual(refusal('TAMPERED'));
  });
});

it('accepting a restore names all lost entries in parts, and repeats the revocations first', async () => {
  const vault = await vaultOf();
  const common = await ledgerOf(vault, [revoke()]);
  const lostActions = Array.from({ length: 450 }, (_, n): LedgerAction =>
    n < 440 ? { type: 'extend', requestId: randomUUID(), keyId: '', expiryMs: n } : revoke(),
  );
  const known = [...common];
  for (const action of lostActions) known.push(await sealed(vault, endOf(known), action));
  const { unaccounted } = divergenceOf(known, common);
  expect(unaccounted).toEqual(known.slice(1));
  const actions = restoreActions(endOf(common).head, unaccounted, ({ type }) => type === 'revoke', null);
  expect(actions.map(({ type }) => type)).toEqual(['restore', ...Array<string>(10).fill('revoke'), 'restore']);
  const served = [...common];
  for (const action of actions) served.push(await sealed(vault, endOf(served), action));
  expect(divergenceOf(known, served)).toEqual({ common: 1, unaccounted: [] });
  // without the last part, and without one of the repeated entries
  expect(divergenceOf(known, served.slice(0, -1)).unaccounted).toHaveLength(50);
  expect(divergenceOf(known, served.toSpliced(2, 1)).unaccounted).toHaveLength(1);
});
