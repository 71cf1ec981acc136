import { createBundle, verifyBundle, type Owner, type PublicBundle, type VerifiedBundle } from './bundle';
import { concat, exactly, fromBase64url, randomBytes, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { aesKey, openUnder, sealUnder, type Key, type KeyPair } from '../crypto/primitives';

/** What kind of key opens a vault; `program`: the sealing key of an API key; `passkey`: the output of a passkey's PRF. */
export type UnlockKind = 'password' | 'recovery' | 'program' | 'passkey';

/** A key that opens a vault: from `passwordKeys`, `recoveryKek`, `programKek` or `passkeyKek`. */
export interface Unlock<K extends UnlockKind = 'password' | 'recovery'> {
  kind: K;
  kek: Key;
}

/** A vault as the server stores it; every value is `nonce[12] | AES-256-GCM | tag[16]`, base64url. */
export interface SealedVault<K extends UnlockKind = 'password' | 'recovery'> {
  epoch: number;
  /** The user vault key (UVK, 32 bytes) under each unlock's key, AAD `sdx1/uvk|userId|epoch|kind`. */
  wraps: Record<K, string>;
  /** PKCS #8 under the UVK, AAD `sdx1/private|userId|epoch|hpke|` (or `sign`) and the bundle's pair id. */
  hpkePrivate: string;
  signPrivate: string;
}

/** An open vault. Its keys are non-extractable. */
export interface Vault {
  userId: string;
  epoch: number;
  /** The UVK; what a session keeps in IndexedDB. */
  key: Key;
  own: VerifiedBundle;
  hpke: KeyPair;
  signing: KeyPair;
}

const wrapBinding = (userId: string, epoch: number, kind: UnlockKind): Bytes =>
  utf8(`sdx1/uvk|${userId}|${epoch}|${kind}`);
const privateBinding = ({ userId, epoch, pairId }: VerifiedBundle, use: 'hpke' | 'sign'): Bytes =>
  concat(utf8(`sdx1/private|${userId}|${epoch}|${use}|`), pairId);

const wrap = async (uvk: Bytes, userId: string, epoch: number, { kind, kek }: Unlock<UnlockKind>) =>
  toBase64url(await sealUnder(kek, uvk, wrapBinding(userId, epoch, kind)));

async function unwrap<K extends UnlockKind>(
  sealed: SealedVault<K>,
  userId: string,
  { kind, kek }: Unlock<K>,
): Promise<Bytes> {
  return exactly(
    await openUnder(kek, fromBase64url(sealed.wraps[kind]), wrapBinding(userId, sealed.epoch, kind), 'VAULT_LOCKED'),
    32,
  );
}

/** A vault key as a session keeps it: non-extractable. */
export const importUvk = (uvk: Bytes) => aesKey(uvk, ['encrypt', 'decrypt']);

/** Creates keys for a user: the first ones (epoch 1), or replacements for keys that can no longer be opened (next epoch). */
export async function createVault(
  owner: Owner,
  epoch: number,
  keks: { password: Key; recovery: Key },
): Promise<{ sealed: SealedVault; bundle: PublicBundle; vault: Vault }> {
  const hpke = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const { userId } = owner;
  const bundle = await createBundle(owner, epoch, hpke, signing);
  const own = await verifyBundle(userId, bundle);
  const uvk = randomBytes(32);
  const key = await importUvk(uvk);
  const sealPrivate = async (privateKey: Key, use: 'hpke' | 'sign') => {
    const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
    const sealed = toBase64url(await sealUnder(key, pkcs8, privateBinding(own, use)));
    pkcs8.fill(0);
    return sealed;
  };
  const wraps = {
    password: await wrap(uvk, userId, epoch, { kind: 'password', kek: keks.password }),
    recovery: await wrap(uvk, userId, epoch, { kind: 'recovery', kek: keks.recovery }),
  };
  uvk.fill(0);
  const sealed: SealedVault = {
    epoch,
    wraps,
    hpkePrivate: await sealPrivate(hpke.privateKey, 'hpke'),
    signPrivate: await sealPrivate(signing.privateKey, 'sign'),
  };
  return { sealed, bundle, vault: await resumeVault(userId, sealed, bundle, key) };
}

/**
 * Opens a vault with a password, recovery key or sealing key.
 * @throws SealingError VAULT_LOCKED for a wrong key, user or epoch; TAMPERED if the published bundle does not belong to this vault
 */
export async function openVault<K extends UnlockKind>(
  userId: string,
  sealed: SealedVault<K>,
  bundle: PublicBundle,
  unlock: Unlock<K>,
): Promise<Vault> {
  const uvk = await unwrap(sealed, userId, unlock);
  const key = await importUvk(uvk);
  uvk.fill(0);
  return resumeVault(userId, sealed, bundle, key);
}

/** Opens a vault with the UVK that a session has stored. @throws SealingError TAMPERED if vault or published bundle do not belong to that key */
export async function resumeVault(
  userId: string,
  sealed: Omit<SealedVault, 'wraps'>,
  bundle: PublicBundle,
  key: Key,
): Promise<Vault> {
  const own = await verifyBundle(userId, bundle);
  if (own.epoch !== sealed.epoch) throw new SealingError('TAMPERED');
  const openPrivate = async (
    value: string,
    use: 'hpke' | 'sign',
    algorithm: { name: string; namedCurve: string },
    usage: 'deriveBits' | 'sign',
  ) => {
    const pkcs8 = await openUnder(key, fromBase64url(value), privateBinding(own, use), 'TAMPERED');
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, [usage]);
    pkcs8.fill(0);
    return privateKey;
  };
  const hpkePrivate = await openPrivate(
    sealed.hpkePrivate,
    'hpke',
    { name: 'ECDH', namedCurve: 'P-256' },
    'deriveBits',
  );
  const signPrivate = await openPrivate(sealed.signPrivate, 'sign', { name: 'ECDSA', namedCurve: 'P-256' }, 'sign');
  return {
    userId,
    epoch: own.epoch,
    key,
    own,
    hpke: { publicKey: own.hpkePublic, privateKey: hpkePrivate },
    signing: { publicKey: own.signPublic, privateKey: signPrivate },
  };
}

/**
 * Replaces the wrap of `to.kind`: for a new password or a new recovery key. Nothing else changes.
 * @throws SealingError VAULT_LOCKED if `from` does not open the vault
 */
export async function rewrapVault(userId: string, sealed: SealedVault, from: Unlock, to: Unlock): Promise<SealedVault> {
  return { ...sealed, wraps: { ...sealed.wraps, [to.kind]: await wrapFor(userId, sealed, from, to) } };
}

/** Wraps the vault key for another unlock. @throws SealingError VAULT_LOCKED if `from` does not open the vault */
export const wrapFor = (userId: string, sealed: SealedVault, from: Unlock, to: Unlock<UnlockKind>): Promise<string> =>
  withVaultKey(userId, sealed, from, (uvk) => wrap(uvk, userId, sealed.epoch, to));

/** Passes the vault key to `use`, and erases it then. @throws SealingError VAULT_LOCKED if `from` does not open the vault; errors of `use` */
export async function withVaultKey<T>(
  userId: string,
  sealed: SealedVault,
  from: Unlock,
  use: (uvk: Bytes) => Promise<T>,
): Promise<T> {
  const uvk = await unwrap(sealed, userId, from);
  try {
    return await use(uvk);
  } finally {
    uvk.fill(0);
  }
}
