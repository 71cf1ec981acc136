import fc from 'fast-check';
import { fromBase64url, toBase64url, utf8 } from '../crypto/bytes';
import { sealFor } from '../crypto/hpke';
import { aesKey } from '../crypto/primitives';
import { counting } from '../testing/streams';
import type { Contact } from './bundle';
import { createPersonKey, openPersonKey, type PersonKey } from './person-key';
import {
  approveRecovery,
  openApprovals,
  openByShares,
  recoveryRequest,
  type RecoveryApproval,
} from './recovery-request';
import {
  openShare,
  sharePlace,
  splitRecovery,
  verifyRecoverySet,
  type RecoverySet,
  type SplitRecovery,
} from './recovery-set';
import { createVault, openVault, wrapFor, type CreatedVault } from './vault';

const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });
const kek = () => aesKey(counting(32, 1), ['encrypt', 'decrypt']);
const companyId = '01890a5d-ac96-774b-bcce-b302099a8001';
const owner = { userId: '01890a5d-ac96-774b-bcce-b302099a8058', address: 'ann@example.org' };

const personCalled = async (name: string, userId: string = crypto.randomUUID()) => {
  const of = { userId, address: `${name}@example.org` };
  return openPersonKey(of, await createPersonKey(of, await kek()), { kek: await kek() });
};

let company: CreatedVault;
let people: PersonKey[];
let fresh: PersonKey;
beforeAll(async () => {
  company = await createVault(owner, 1, { password: await kek(), recovery: await kek() });
  people = await Promise.all(Array.from({ length: 8 }, (_, n) => personCalled(`member${n}`)));
  fresh = await personCalled('ann', owner.userId);
});

const parties = () => ({ companyId, company: company.vault.own as Contact });
const split = async (holders: PersonKey[], threshold: number): Promise<SplitRecovery> =>
  splitRecovery(parties(), { holders, threshold }, company.vault, company.sealed, {
    kind: 'password',
    kek: await kek(),
  });
const newRequest = ({ set }: SplitRecovery, key = fresh) => recoveryRequest(crypto.randomUUID(), set, key);
const storedWith = ({ wrap }: SplitRecovery) => ({ vault: company.sealed, bundle: company.bundle, wrap });

describe('a recovery secret that is split', () => {
  it('opens the vault with any enough shares, and with no fewer', async () => {
    const sizes = fc
      .integer({ min: 2, max: 8 })
      .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 2, max: n }), fc.subarray([...Array(n).keys()])));
    await fc.assert(
      fc.asyncProperty(sizes, async ([n, threshold, chosen]) => {
        const made = await split(people.slice(0, n), threshold);
        const request = await newRequest(made);
        const approvals: RecoveryApproval[] = [];
        for (const at of chosen)
          approvals.push({
            memberId: people[at]!.userId,
            sealed: await approveRecovery(request, people[at]!, made.sealed[at]!),
          });
        const { shares, wrong } = await openApprovals(request, fresh, approvals);
        expect([shares.length, wrong]).toEqual([chosen.length, []]);
        const opening = openByShares(owner, made.set, shares, storedWith(made));
        if (chosen.length < threshold) return expect(opening).rejects.toEqual(refusal('RECOVERY_INCOMPLETE'));
        const { vault, sealed, unlock } = await opening;
        expect(vault.own.keyId).toEqual(company.vault.own.keyId);
        const next = await aesKey(counting(32, 9), ['encrypt', 'decrypt']);
        const password = await wrapFor(owner.userId, sealed, unlock, { kind: 'password', kek: next });
        const rewrapped = { ...company.sealed, wraps: { ...company.sealed.wraps, password } };
        await openVault(owner.userId, rewrapped, company.bundle, { kind: 'password', kek: next });
      }),
      { numRuns: 25, seed: 3 },
    );
  });

  it('is not opened by fewer shares that are said to be enough', async () => {
    const made = await split(people.slice(0, 4), 3);
    const shares = await Promise.all(
      [0, 1].map(async (at) => (await openShare(made.set, people[at]!, made.sealed[at]!)).share),
    );
    const opening = openByShares(owner, { ...made.set, threshold: 2 }, shares, storedWith(made));
    await expect(opening).rejects.toEqual(refusal('VAULT_LOCKED'));
  });

  it.each([
    ['one member', 1, 2],
    ['a threshold of one', 3, 1],
    ['a higher threshold than members', 3, 4],
    ['a threshold between numbers', 3, 2.5],
  ])('is not split for %s', async (_, n, threshold) => {
    await expect(split(people.slice(0, n), threshold)).rejects.toEqual(refusal('RECOVERY_REFUSED'));
  });

  it('is not split twice for one person, or for nine', async () => {
    const [bob, cid] = people;
    await expect(split([bob!, cid!, bob!], 2)).rejects.toEqual(refusal('RECOVERY_REFUSED'));
    await expect(split([...people, await personCalled('nine')], 2)).rejects.toEqual(refusal('RECOVERY_REFUSED'));
  });

  it('does not open with a share twice', async () => {
    const made = await split(people.slice(0, 2), 2);
    const request = await newRequest(made);
    const sealed = await approveRecovery(request, people[0]!, made.sealed[0]!);
    const { userId: memberId } = people[0]!;
    const { shares } = await openApprovals(request, fresh, [
      { memberId, sealed },
      { memberId, sealed },
      { memberId: people[1]!.userId, sealed },
    ]);
    expect(shares).toHaveLength(1);
  });
});

describe('a set', () => {
  it('is refused when anything in it was changed', async () => {
    const { set } = await split(people.slice(0, 3), 2);
    const [first, second] = set.shares;
    const other = (await split(people.slice(0, 3), 2)).set;
    const changed: Partial<RecoverySet>[] = [
      { setId: other.setId },
      { epoch: 2 },
      { createdAt: '2026-01-01T00:00:00.000Z' },
      { threshold: 3 },
      { shares: [first!, second!] },
      { shares: [second!, first!, set.shares[2]!] },
      { shares: set.shares.map((one) => ({ ...one, hash: other.shares[0]!.hash })) },
      { shares: set.shares.map((one) => ({ ...one, address: 'eve@example.org' })) },
      { shares: set.shares.map((one) => ({ ...one, memberKeyId: other.shares[1]!.memberKeyId })) },
      { sig: other.sig },
    ];
    for (const one of changed)
      await expect(verifyRecoverySet(parties(), { ...set, ...one })).rejects.toMatchObject({ name: 'SealingError' });
    await expect(verifyRecoverySet({ ...parties(), companyId: owner.userId }, set)).rejects.toEqual(
      refusal('BAD_SIGNATURE'),
    );
    expect((await verifyRecoverySet(parties(), set)).id).toEqual(set.id);
  });

  it('with an impossible threshold is refused even if it is signed', async () => {
    const { set } = await split(people.slice(0, 3), 2);
    for (const threshold of [0, 1, 4])
      await expect(verifyRecoverySet(parties(), { ...set, threshold })).rejects.toEqual(refusal('RECOVERY_REFUSED'));
    const twice = { ...set, shares: [set.shares[0]!, set.shares[0]!] };
    await expect(verifyRecoverySet(parties(), twice)).rejects.toEqual(refusal('RECOVERY_REFUSED'));
  });

  it('of another epoch than its keys, or that is no list of shares, is refused even if it is signed', async () => {
    const unlock = { kind: 'password', kek: await kek() } as const;
    const shares = { holders: people.slice(0, 3), threshold: 2 };
    const stored = { ...company.sealed, epoch: 2 };
    const later = { ...company.vault, epoch: 2 };
    const made = await splitRecovery(parties(), shares, later, stored, unlock).catch(() => null);
    const { set } = made ?? (await split(people.slice(0, 3), 2));
    await expect(verifyRecoverySet(parties(), { ...set, epoch: 2 })).rejects.toEqual(refusal('RECOVERY_REFUSED'));
    const noList = { ...set, shares: { length: 2 } as never };
    await expect(verifyRecoverySet(parties(), noList)).rejects.toEqual(refusal('MALFORMED'));
  });

  it('gives no share that someone else has sealed for its place: anyone can seal to a public key', async () => {
    const { set } = await split(people.slice(0, 3), 2);
    const [bob] = people;
    const info = utf8('sdx1/recovery-share');
    const forged = toBase64url(await sealFor(bob!.hpkePublic, counting(33, 1), info, sharePlace(set.id, 0)));
    await expect(openShare(set, bob!, forged)).rejects.toEqual(refusal('RECOVERY_REFUSED'));
  });

  it('opens no share of another set, another place or another person', async () => {
    const [one, two] = [await split(people.slice(0, 3), 2), await split(people.slice(0, 3), 2)];
    const [bob, cid] = people;
    await openShare(one.set, bob!, one.sealed[0]!);
    for (const [set, person, sealed] of [
      [two.set, bob!, one.sealed[0]!],
      [one.set, bob!, one.sealed[1]!],
      [one.set, cid!, one.sealed[0]!],
      [one.set, people[5]!, one.sealed[0]!],
    ] as const)
      await expect(openShare(set, person, sealed)).rejects.toEqual(refusal('RECOVERY_REFUSED'));
  });
});

describe('an approval', () => {
  it('that is forged, of another request or of another set names its member, and the others still open the vault', async () => {
    const made = await split(people.slice(0, 4), 2);
    const [request, elsewhere] = [await newRequest(made), await newRequest(made)];
    const other = await split(people.slice(0, 4), 2);
    const give = (of: typeof request, at: number, sealed: string) => approveRecovery(of, people[at]!, sealed);
    const approvals = [
      { memberId: people[0]!.userId, sealed: await give(elsewhere, 0, made.sealed[0]!) },
      { memberId: people[1]!.userId, sealed: await give(await newRequest(other), 1, other.sealed[1]!) },
      { memberId: people[2]!.userId, sealed: await give(request, 2, made.sealed[2]!) },
      { memberId: people[3]!.userId, sealed: await give(request, 3, made.sealed[3]!) },
    ];
    const { shares, wrong } = await openApprovals(request, fresh, approvals);
    expect(wrong).toEqual(['member0@example.org', 'member1@example.org']);
    await openByShares(owner, made.set, shares, storedWith(made));
    await expect(openByShares(owner, made.set, shares, storedWith(other))).rejects.toEqual(refusal('VAULT_LOCKED'));
  });

  it('of a member who seals another share is named by its hash', async () => {
    const [made, other] = [await split(people.slice(0, 3), 2), await split(people.slice(0, 3), 2)];
    const request = await newRequest(made);
    const fraud = { ...request, set: { ...other.set, setId: other.set.setId } };
    const sealed = await approveRecovery(fraud, people[0]!, other.sealed[0]!);
    const { shares, wrong } = await openApprovals(request, fresh, [{ memberId: people[0]!.userId, sealed }]);
    expect([shares, wrong]).toEqual([[], ['member0@example.org']]);
  });

  it('is opened by the fresh key only, and its number covers key, set and request', async () => {
    const made = await split(people.slice(0, 3), 2);
    const request = await newRequest(made);
    const eve = await personCalled('ann', owner.userId);
    const sealed = await approveRecovery(request, people[0]!, made.sealed[0]!);
    const given = [{ memberId: people[0]!.userId, sealed }];
    expect((await openApprovals(request, eve, given)).shares).toEqual([]);
    const { requestId, set } = request;
    const others = [
      await recoveryRequest(requestId, set, eve),
      await recoveryRequest(crypto.randomUUID(), set, fresh),
      await recoveryRequest(requestId, (await split(people.slice(0, 3), 2)).set, fresh),
    ];
    for (const one of others) expect(toBase64url(one.keyId)).not.toBe(toBase64url(request.keyId));
    expect(fromBase64url(sealed)).toHaveLength(114);
  });
});
