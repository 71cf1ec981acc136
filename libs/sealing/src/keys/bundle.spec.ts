import { fingerprint, isFingerprint, restateBundle, verifyBundle, verifyContact, type PublicBundle } from './bundle';
import { toBase64url, toHex } from '../crypto/bytes';
import { aesKey } from '../crypto/primitives';
import { counting } from '../testing/streams';
import { oldBundle } from '../testing/old-bundle';
import { createVault } from './vault';

const alice = '01890a5d-ac96-774b-bcce-b302099a8058';
const bob = '01890a5d-ac96-774b-bcce-b302099a8059';
const ownerOf = (userId: string) => ({ userId, address: `${userId}@example.org` });
const kekOf = (first: number) => aesKey(counting(32, first), ['encrypt', 'decrypt']);
const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });

describe('a public bundle', () => {
  let bundle: PublicBundle;
  let other: PublicBundle;
  beforeAll(async () => {
    const keks = { password: await kekOf(1), recovery: await kekOf(2) };
    bundle = (await createVault(ownerOf(bob), 1, keks)).bundle;
    other = (await createVault(ownerOf(bob), 1, keks)).bundle;
  });

  it('proves its user', async () => {
    expect(await verifyBundle(bob, bundle)).toMatchObject({ userId: bob, epoch: 1 });
    expect((await verifyBundle(bob, bundle)).keyId.length).toBe(32);
  });

  it('is refused for another user', async () =>
    expect(verifyBundle(alice, bundle)).rejects.toEqual(refusal('KEY_UNPROVEN')));

  it('is refused with any field of another bundle', async () => {
    for (const field of ['hpkePublic', 'signPublic', 'selfSignature'] as const)
      await expect(verifyBundle(bob, { ...bundle, [field]: other[field] })).rejects.toEqual(refusal('KEY_UNPROVEN'));
    await expect(verifyBundle(bob, { ...bundle, epoch: 2 })).rejects.toEqual(refusal('KEY_UNPROVEN'));
    await expect(verifyBundle(bob, { ...bundle, createdAt: '2020-01-01T00:00:00.000Z' })).rejects.toEqual(
      refusal('KEY_UNPROVEN'),
    );
  });

  it.each<[string, Partial<PublicBundle>, string]>([
    ['another suite', { suite: 2 }, 'UNSUPPORTED'],
    ['a short key', { hpkePublic: 'AAAA' }, 'MALFORMED'],
    ['a sign key that is no point', { signPublic: toBase64url(counting(65, 4)) }, 'MALFORMED'],
    ['a time in other words', { createdAt: 'yesterday' }, 'MALFORMED'],
    ['no whole epoch', { epoch: 1.5 }, 'MALFORMED'],
    ['no text for a key', { signPublic: 7 as never }, 'MALFORMED'],
  ])('is refused with %s', async (_, change, problem) =>
    expect(verifyBundle(bob, { ...bundle, ...change })).rejects.toEqual(refusal(problem)),
  );

  it('is refused with another address, or without the one it states', async () => {
    await expect(verifyBundle(bob, { ...bundle, address: 'carol@example.org' })).rejects.toEqual(
      refusal('KEY_UNPROVEN'),
    );
    const { address: _left, ...without } = bundle;
    await expect(verifyBundle(bob, without)).rejects.toEqual(refusal('KEY_UNPROVEN'));
    await expect(verifyContact({ userId: bob, address: 'carol@example.org' }, bundle)).rejects.toEqual(
      refusal('KEY_UNPROVEN'),
    );
    expect(await verifyContact(ownerOf(bob), bundle)).toMatchObject(ownerOf(bob));
  });

  it('has a fingerprint of forty digits', async () => {
    const mark = fingerprint(await verifyBundle(bob, bundle));
    expect(mark).toMatch(/^\d{5}( \d{5}){7}$/);
    expect(fingerprint(await verifyBundle(bob, other))).not.toBe(mark);
    // computed by another program
    const keyId = Uint8Array.from(
      'fc0c251e681acee6c4146cc7dd8246b716ddcfae676c81085dde3e9e0cd84bff'.match(/../g)!,
      (pair) => parseInt(pair, 16),
    );
    expect(fingerprint({ keyId })).toBe('29224 17259 19688 69798 08177 86571 87085 87519');
    expect(fingerprint({ keyId: new Uint8Array(32) })).toBe(Array(8).fill('00000').join(' '));
    expect(toHex(keyId)).toHaveLength(64);
  });

  it('is recognised as people type it, and only as a whole', () => {
    const key = { keyId: new Uint8Array(32).fill(9) };
    const mark = fingerprint(key);
    for (const typed of [mark, mark.replaceAll(' ', ''), mark.replaceAll(' ', '-'), ` ${mark}\n`])
      expect(isFingerprint(typed, key)).toBe(true);
    for (const typed of ['', mark.slice(0, -1), `${mark}0`, mark.split(' ').toReversed().join(' ')])
      expect(isFingerprint(typed, key)).toBe(false);
  });
});

// computed by another program over the layouts of the README
const vector = {
  address: 'bob@example.org',
  selfSignature: 'nz_5xd57Ebmi6gokuitKFTyVFw3wjsDH4rhsMNN7mBY2ADzV7JQM2JGnB4PCMJY8CJdplWaed_fzFKB70nrv2g',
  keyId: 'c3608f9ddba667fc4302fc7119218e974557f22bde68e46eb8bed99050f123d0',
  pairId: 'ab9286c50fb77cfe4c9dbea7017545a160efc565ccd7ee4f2348e1812107d5ff',
};

it('a bundle has the same bytes as one of another program', async () => {
  const { keyId, pairId, ...stated } = vector;
  const verified = await verifyContact({ userId: bob, address: vector.address }, { ...oldBundle, ...stated });
  expect([toHex(verified.keyId), toHex(verified.pairId)]).toEqual([keyId, pairId]);
});

describe('a bundle from before addresses', () => {
  it('is verified, and names the same pair of keys once its owner states an address', async () => {
    const old = await verifyBundle(bob, oldBundle);
    expect(old.address).toBeNull();
    expect(old.pairId).toEqual(old.keyId);
    await expect(verifyContact(ownerOf(bob), oldBundle)).rejects.toEqual(refusal('KEY_UNPROVEN'));
    const { vault, bundle } = await createVault(ownerOf(bob), 1, {
      password: await kekOf(1),
      recovery: await kekOf(2),
    });
    const moved = { ...ownerOf(bob), address: 'bob@elsewhere.example' };
    const restated = await verifyContact(moved, await restateBundle(bundle, moved, vault.signing.privateKey));
    expect(restated.pairId).toEqual(vault.own.pairId);
    expect(restated.keyId).not.toEqual(vault.own.keyId);
  });
});
