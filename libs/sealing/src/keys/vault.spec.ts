import type { PublicBundle } from './bundle';
import { fromBase64url, toBase64url, toHex } from '../crypto/bytes';
import { aesKey } from '../crypto/primitives';
import { sign } from '../crypto/signing';
import { counting } from '../testing/streams';
import { createVault, openVault, resumeVault, rewrapVault, wrapFor, type SealedVault, type Vault } from './vault';

const alice = '01890a5d-ac96-774b-bcce-b302099a8058';
const bob = '01890a5d-ac96-774b-bcce-b302099a8059';
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

  it('does not reveal its keys', async () => {
    const { key, hpke, signing } = await openVault(alice, made.sealed, made.bundle, await password());
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('pkcs8', hpke.privateKey)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('jwk', signing.privateKey)).rejects.toThrow();
  });

  it('does not open with another password, or with a key of another kind', async () => {
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

  it('does not open for another user or another epoch', async () => {
    await expect(openVault(bob, made.sealed, made.bundle, await password())).rejects.toEqual(refusal('VAULT_LOCKED'));
    await expect(openVault(alice, { ...made.sealed, epoch: 2 }, made.bundle, await password())).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
  });

  it('opens with the new password, and not with the old one, after a change', async () => {
    const changed = await rewrapVault(alice, made.sealed, await password(), { kind: 'password', kek: await kekOf(4) });
    expect(await signs(await openVault(alice, changed, made.bundle, { kind: 'password', kek: await kekOf(4) }))).toBe(
      true,
    );
    expect(await signs(await openVault(alice, changed, made.bundle, await recovery()))).toBe(true);
    await expect(openVault(alice, changed, made.bundle, await password())).rejects.toEqual(refusal('VAULT_LOCKED'));
    expect({ ...changed, wraps: null }).toEqual({ ...made.sealed, wraps: null });
  });

  it('opens with a new password that was set with the recovery key, and with a new recovery key', async () => {
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

  it('opens with the key of a program for which it was wrapped, and with no other', async () => {
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

  it.each(['hpkePrivate', 'signPrivate'] as const)('is refused with its %s changed or swapped', async (name) => {
    await expect(
      openVault(alice, { ...made.sealed, [name]: flipped(made.sealed[name]) }, made.bundle, await password()),
    ).rejects.toEqual(refusal('TAMPERED'));
    const other = name === 'hpkePrivate' ? made.sealed.signPrivate : made.sealed.hpkePrivate;
    await expect(openVault(alice, { ...made.sealed, [name]: other }, made.bundle, await password())).rejects.toEqual(
      refusal('TAMPERED'),
    );
  });

  it('is refused with a published bundle that is not its own', async () => {
    const swapped = await createVault(ownerOf(alice), 1, { password: await kekOf(1), recovery: await kekOf(2) });
    await expect(openVault(alice, made.sealed, swapped.bundle, await password())).rejects.toEqual(refusal('TAMPERED'));
    const later = await createVault(ownerOf(alice), 2, { password: await kekOf(1), recovery: await kekOf(2) });
    await expect(openVault(alice, made.sealed, later.bundle, await password())).rejects.toEqual(refusal('TAMPERED'));
  });
});

/* Computed by another program (pyca/cryptography): private keys 01..20 and 02..21, vault key 80..9f, wrapped by the keys 01..20 and 02..21. */
/* cspell:disable */
describe('a vault that another program sealed', () => {
  const bundle: PublicBundle = {
    suite: 1,
    address: 'alice@example.org',
    hpkePublic: 'BFFcPW6545a5BNP-yn9U_c0MwemXvzddylFa0KbDtANfRTa-OlDzGPv5pUdZAqIhUCvvDVfgjFOyzApW8X2fk1Q',
    signPublic: 'BKxG0pU9v1oAhBb_QGqskpwyqR7WL9UV0X1IKCdzoUl-LYUPTf0CsG1p0_01klWdIX1zylZwsC-7aS48-VwHbDc',
    epoch: 1,
    createdAt: '2026-01-02T03:04:05.678Z',
    selfSignature: 'p9Av0cVKuAzuoDjhcgRp5xD337q_hmCLZl3GbuN-8gcZMhOFZwiGWbjLNc0i3dSg6m-Xgzd8kRoGRqdJUO0uuA',
  };
  const sealed: SealedVault = {
    epoch: 1,
    wraps: {
      password: 'AQEBAQEBAQEBAQEBpzhcwhKxOJeGVvvBNQmV72XXKaQc9sQQE4LQV3ncQVG68476hOmDmEtD0sg_Rqe-',
      recovery: 'AgICAgICAgICAgICsUtc9LhBT3fcbC6NS1Aob9fc05MdS7fNg3S8byJWYZIRsx9RYQ0iku19vEBoH4T-',
    },
    hpkePrivate:
      'AwMDAwMDAwMDAwMDT14MnfYRBOrvMzYYFa5wiwGGfc5CnijYGZd6I5Ks49edUd8wA_p1VCqZUQvK6L7njTasxRskwh8wa7bWV8U8PpXJw7Mrf_wj0nuEeU1tesXHQSUKpjVk3HrHG_-NR646vn-210fOzeAj3Z7rCgz8eHQqEj9dKt12XcOR9E9xVNhE78vIsUdfqpmhQb3gtjgsR0sL2YsAp4Jm2Q',
    signPrivate:
      'BAQEBAQEBAQEBAQEfrHLG72WicE55raEKn0zN91CAsoTzZQESs783C6MY8kEXHtMhdBy8-2OLh2oS9IT8xelkHhnyfBgRKYZK0hizE0UgS-i3TXw2UhbUd2L0S49LCP1kaqQ0vZ7zvZFeRIa1OOECFBM8yAOsoAUi8_o10Dj9U3BTiddvXODwuidnYRWf5Wbl4kEUq_EcPjVSlQeTIdFCFqQNQ_KQA',
  };

  it.each([
    ['password', 1],
    ['recovery', 2],
  ] as const)('opens with the %s', async (kind, first) => {
    const vault = await openVault(alice, sealed, bundle, { kind, kek: await kekOf(first) });
    expect(toHex(vault.own.keyId)).toBe('5ec2479679a0ef6f0ed89007ea97b9e32cee6b6d088018fe5868f7a26b58372d');
    const signature = await sign(vault.signing.privateKey, counting(3));
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    expect(await crypto.subtle.verify(algorithm, vault.own.signPublic, signature, counting(3))).toBe(true);
  });
});
