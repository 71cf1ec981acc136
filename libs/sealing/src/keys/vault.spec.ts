import { fingerprint, restateBundle, verifyBundle, verifyContact, type PublicBundle } from './bundle';
import { fromBase64url, toBase64url, toHex } from '../crypto/bytes';
import { checkPin, isPinned, noPins, openPins, pin, pinBefore, pinOf, requirePin, sealPins } from './pins';
import { aesKey, sealUnder } from '../crypto/primitives';
import { sign } from '../crypto/signing';
import { counting } from '../testing/streams';
import { createVault, openVault, resumeVault, rewrapVault, wrapFor, type SealedVault, type Vault } from './vault';

const alice = '01890a5d-ac96-774b-bcce-b302099a8058';
const bob = '01890a5d-ac96-774b-bcce-b302099a8059';
const carol = '01890a5d-ac96-774b-bcce-b302099a805a';
const kekOf = (first: number) => aesKey(counting(32, first), ['encrypt', 'decrypt']);
const ownerOf = (userId: string) => ({ userId, address: `${userId}@example.org` });
const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });

const flipped = (value: string): string => {
  const bytes = fromBase64url(value);
  bytes[bytes.length - 1]! ^= 1;
  return toBase64url(bytes);
};

describe('a vault', () => {
  let made: { sealed: SealedVault; bundle: PublicBundle; vault: Vault };
  const password = async () => ({ kind: 'password' as const, kek: await kekOf(1) });
  const recovery = async () => ({ kind: 'recovery' as const, kek: await kekOf(2) });
  beforeAll(
    async () => (made = await createVault(ownerOf(alice), 1, { password: await kekOf(1), recovery: await kekOf(2) })),
  );

  const signs = async (vault: Vault) =>
    crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      made.vault.signing.publicKey,
      await sign(vault.signing.privateKey, counting(3)),
      counting(3),
    );

  it('opens with the password and with the recovery key', async () => {
    expect(await signs(await openVault(alice, made.sealed, made.bundle, await password()))).toBe(true);
    expect(await signs(await openVault(alice, made.sealed, made.bundle, await recovery()))).toBe(true);
  });

  it('opens again with the stored key of a session', async () =>
    expect(await signs(await resumeVault(alice, made.sealed, made.bundle, made.vault.key))).toBe(true));

  it('gives no key away', async () => {
    const { key, hpke, signing } = await openVault(alice, made.sealed, made.bundle, await password());
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('pkcs8', hpke.privateKey)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('jwk', signing.privateKey)).rejects.toThrow();
  });

  it('stays shut for another password, and for one where the other was asked for', async () => {
    await expect(openVault(alice, made.sealed, made.bundle, { kind: 'password', kek: await kekOf(3) })).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
    await expect(openVault(alice, made.sealed, made.bundle, { kind: 'recovery', kek: await kekOf(1) })).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
    const exchanged = {
      ...made.sealed,
      wraps: { password: made.sealed.wraps.recovery, recovery: made.sealed.wraps.password },
    };
    await expect(openVault(alice, exchanged, made.bundle, { kind: 'recovery', kek: await kekOf(1) })).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
  });

  it('stays shut as another user’s or another epoch’s', async () => {
    await expect(openVault(bob, made.sealed, made.bundle, await password())).rejects.toEqual(refusal('VAULT_LOCKED'));
    await expect(openVault(alice, { ...made.sealed, epoch: 2 }, made.bundle, await password())).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
  });

  it('opens with the new password and not the old after a change', async () => {
    const changed = await rewrapVault(alice, made.sealed, await password(), { kind: 'password', kek: await kekOf(4) });
    expect(await signs(await openVault(alice, changed, made.bundle, { kind: 'password', kek: await kekOf(4) }))).toBe(
      true,
    );
    expect(await signs(await openVault(alice, changed, made.bundle, await recovery()))).toBe(true);
    await expect(openVault(alice, changed, made.bundle, await password())).rejects.toEqual(refusal('VAULT_LOCKED'));
    expect({ ...changed, wraps: null }).toEqual({ ...made.sealed, wraps: null });
  });

  it('opens with a new password given to the recovery key, and with a new recovery key', async () => {
    const reset = await rewrapVault(alice, made.sealed, await recovery(), { kind: 'password', kek: await kekOf(5) });
    expect(await signs(await openVault(alice, reset, made.bundle, { kind: 'password', kek: await kekOf(5) }))).toBe(
      true,
    );
    const renewed = await rewrapVault(alice, made.sealed, await password(), { kind: 'recovery', kek: await kekOf(6) });
    expect(await signs(await openVault(alice, renewed, made.bundle, { kind: 'recovery', kek: await kekOf(6) }))).toBe(
      true,
    );
    await expect(openVault(alice, renewed, made.bundle, await recovery())).rejects.toEqual(refusal('VAULT_LOCKED'));
    await expect(
      rewrapVault(alice, made.sealed, { kind: 'password', kek: await kekOf(9) }, await password()),
    ).rejects.toEqual(refusal('VAULT_LOCKED'));
  });

  it('opens with the key of a program it was wrapped for, and with no other program’s', async () => {
    const wrap = await wrapFor(alice, made.sealed, await password(), { kind: 'program', kek: await kekOf(7) });
    const { wraps: _, ...vault } = made.sealed;
    const forProgram = { ...vault, wraps: { program: wrap } };
    expect(await signs(await openVault(alice, forProgram, made.bundle, { kind: 'program', kek: await kekOf(7) }))).toBe(
      true,
    );
    await expect(openVault(alice, forProgram, made.bundle, { kind: 'program', kek: await kekOf(8) })).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
    await expect(
      openVault(alice, { ...forProgram, epoch: 2 }, made.bundle, { kind: 'program', kek: await kekOf(7) }),
    ).rejects.toEqual(refusal('VAULT_LOCKED'));
    const asPassword = { ...vault, wraps: { password: wrap, recovery: wrap } };
    await expect(openVault(alice, asPassword, made.bundle, { kind: 'password', kek: await kekOf(7) })).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
    await expect(
      wrapFor(alice, made.sealed, { kind: 'password', kek: await kekOf(9) }, { kind: 'program', kek: await kekOf(7) }),
    ).rejects.toEqual(refusal('VAULT_LOCKED'));
  });

  it.each(['hpkePrivate', 'signPrivate'] as const)(
    'is refused with its %s changed or put in the other’s place',
    async (name) => {
      await expect(
        openVault(alice, { ...made.sealed, [name]: flipped(made.sealed[name]) }, made.bundle, await password()),
      ).rejects.toEqual(refusal('TAMPERED'));
      const other = name === 'hpkePrivate' ? made.sealed.signPrivate : made.sealed.hpkePrivate;
      await expect(openVault(alice, { ...made.sealed, [name]: other }, made.bundle, await password())).rejects.toEqual(
        refusal('TAMPERED'),
      );
    },
  );

  it('is refused with a published bundle that is not its own', async () => {
    const swapped = await createVault(ownerOf(alice), 1, { password: await kekOf(1), recovery: await kekOf(2) });
    await expect(openVault(alice, made.sealed, swapped.bundle, await password())).rejects.toEqual(refusal('TAMPERED'));
    const later = await createVault(ownerOf(alice), 2, { password: await kekOf(1), recovery: await kekOf(2) });
    await expect(openVault(alice, made.sealed, later.bundle, await password())).rejects.toEqual(refusal('TAMPERED'));
  });
});

describe('a public bundle', () => {
  let bundle: PublicBundle;
  let other: PublicBundle;
  beforeAll(async () => {
    const keks = { password: await kekOf(1), recovery: await kekOf(2) };
    bundle = (await createVault(ownerOf(bob), 1, keks)).bundle;
    other = (await createVault(ownerOf(bob), 1, keks)).bundle;
  });

  it('is proven to be its user’s', async () => {
    expect(await verifyBundle(bob, bundle)).toMatchObject({ userId: bob, epoch: 1 });
    expect((await verifyBundle(bob, bundle)).keyId.length).toBe(32);
  });

  it('is not another user’s', async () => expect(verifyBundle(alice, bundle)).rejects.toEqual(refusal('KEY_UNPROVEN')));

  it('is refused with any field another’s', async () => {
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
});

// made before addresses were part of the statement, by the code of that time
const oldBundle: PublicBundle = {
  suite: 1,
  hpkePublic: 'BIoCa27LPKtukb0cvtJW_69RonfPhVjt-k05aqz8E4BGkWab_i38jLXkHIMquQeOcmIjbcOq8r0y7bDwdywUZrM',
  signPublic: 'BAKGhIvuxBLoxCCaI-4wTEoj1S2YckfbfG-RTqAyVdTVgNegwsZFs4gVoaA-jfCZh8XM86uW19-4QlzOU0bY8d0',
  epoch: 1,
  createdAt: '2026-01-02T03:04:05.006Z',
  selfSignature: 'phU2kvPFnphydvddofBmHOd_euojhfZoaX26UvfzUYVe98vCP5tDSzc2yD6YciH0deph4lCmWPCJmml3y1AItw',
};

// computed by another program over the layouts of the README
const vector = {
  address: 'bob@example.org',
  selfSignature: 'nz_5xd57Ebmi6gokuitKFTyVFw3wjsDH4rhsMNN7mBY2ADzV7JQM2JGnB4PCMJY8CJdplWaed_fzFKB70nrv2g',
  keyId: 'c3608f9ddba667fc4302fc7119218e974557f22bde68e46eb8bed99050f123d0',
  pairId: 'ab9286c50fb77cfe4c9dbea7017545a160efc565ccd7ee4f2348e1812107d5ff',
};

it('a bundle is stated as another program states it', async () => {
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

describe('pins', () => {
  const keys = async () => ({ password: await kekOf(1), recovery: await kekOf(2) });
  const contactOf = async (owner: { userId: string; address: string }) =>
    verifyContact(owner, (await createVault(owner, 1, await keys())).bundle);

  it('know a contact’s key from the first time, and tell when it changes', async () => {
    const { vault } = await createVault(ownerOf(alice), 1, await keys());
    const [first, second] = [await contactOf(ownerOf(bob)), await contactOf(ownerOf(bob))];
    expect(checkPin(noPins, first)).toBe('first');
    const pinned = await openPins(vault, await sealPins(vault, pin(noPins, pinOf(first, 'first'))), 0);
    expect(checkPin(pinned, first)).toBe('same');
    expect(checkPin(pinned, second)).toBe('changed');
    expect(pinBefore(pinned, second)).toEqual(first.keyId);
    requirePin(noPins, first);
    requirePin(pinned, first);
    expect(() => requirePin(pinned, second)).toThrow(refusal('KEY_CHANGED'));
    requirePin(pin(pinned, pinOf(second, 'compared')), second);
  });

  it('never take a known address under another user, nor a known user under another address, for a first contact', async () => {
    const known = pin(noPins, pinOf(await contactOf(ownerOf(bob)), 'compared'));
    expect(checkPin(known, await contactOf({ ...ownerOf(bob), userId: carol }))).toBe('changed');
    expect(checkPin(known, await contactOf({ ...ownerOf(carol), userId: bob }))).toBe('changed');
    expect(checkPin(known, await contactOf(ownerOf(carol)))).toBe('first');
  });

  it('keep one pin for each address and user', async () => {
    const moved = await contactOf({ userId: bob, address: 'bob@elsewhere.example' });
    const other = await contactOf({ userId: carol, address: ownerOf(bob).address });
    const both = pin(pin(noPins, pinOf(moved, 'first')), pinOf(other, 'first'));
    expect(both.contacts).toHaveLength(2);
    const one = await contactOf(ownerOf(bob));
    expect(pin(both, pinOf(one, 'compared')).contacts).toEqual([expect.objectContaining(ownerOf(bob))]);
  });

  it('from before addresses know a contact that states an address with the same keys, and no other', async () => {
    const one = await contactOf(ownerOf(bob));
    const old = { ...noPins, revision: 3, keys: { [bob]: toBase64url(one.pairId) } };
    expect([checkPin(old, one), isPinned(old, one)]).toEqual(['same', false]);
    expect(checkPin(old, await contactOf(ownerOf(bob)))).toBe('changed');
    const bound = pin(old, pinOf(one, 'first'));
    expect(bound).toMatchObject({ revision: 4, keys: {}, contacts: [ownerOf(bob)] });
    expect(isPinned(bound, one)).toBe(true);
  });

  it('from before addresses open', async () => {
    const { vault } = await createVault(ownerOf(alice), 1, await keys());
    const old = { revision: 7, keys: { [bob]: 'AAAA' } };
    const aad = new TextEncoder().encode(`sdx1/pins|${alice}|1`);
    const sealed = await sealUnder(vault.key, new TextEncoder().encode(JSON.stringify(old)), aad);
    expect(await openPins(vault, toBase64url(sealed), 7)).toEqual({ ...old, contacts: [] });
  });

  it('know the sender of an old transfer by the same keys', async () => {
    const old = await verifyBundle(bob, oldBundle);
    expect(checkPin({ ...noPins, keys: { [bob]: toBase64url(old.keyId) } }, old)).toBe('same');
    const known = pin(noPins, { ...pinOf(await contactOf(ownerOf(bob)), 'first'), pairId: toBase64url(old.pairId) });
    expect(checkPin(known, old)).toBe('same');
    expect(checkPin(pin(noPins, pinOf(await contactOf(ownerOf(bob)), 'first')), old)).toBe('changed');
  });

  it('are refused when they are older than known, another’s or changed', async () => {
    const { vault } = await createVault(ownerOf(alice), 1, await keys());
    const { vault: others } = await createVault(ownerOf(bob), 1, await keys());
    const old = await sealPins(vault, noPins);
    const now = await sealPins(vault, pin(noPins, pinOf(await contactOf(ownerOf(bob)), 'first')));
    expect((await openPins(vault, now, 1)).revision).toBe(1);
    await expect(openPins(vault, old, 1)).rejects.toEqual(refusal('PINS_ROLLED_BACK'));
    await expect(openPins(others, now, 0)).rejects.toEqual(refusal('TAMPERED'));
    await expect(openPins(vault, flipped(now), 0)).rejects.toEqual(refusal('TAMPERED'));
  });
});
