import { createBundle, verifyBundle, type Owner, type PublicBundle, type VerifiedBundle } from './bundle';
import {
  carriedKeys,
  formerHash,
  openFormerKeys,
  sealFormerKeys,
  type CarriedKeys,
  type FormerKeys,
} from './former-keys';
import { concat, exactly, fromBase64url, randomBytes, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { aesKey, openUnder, sealUnder, type Key, type KeyPair } from '../crypto/primitives';
import type { LedgerEnd } from '../ledger/end';

/**
 * What kind of key opens a vault; `program`: the sealing key of an API key; `passkey`: the output of a passkey's PRF; `shared`: a recovery
 * secret that is split among members.
 */
export type UnlockKind = 'password' | 'recovery' | 'program' | 'passkey' | 'shared';

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
  /** PKCS #8 under the UVK, AAD `sdx1/private|userId|epoch|hpke|` (or `sign`), the bundle's pair id and the hash of `former`, if there is one. */
  hpkePrivate: string;
  signPrivate: string;
  /** The keys of earlier epochs under the UVK; absent if there are none, or if they were lost. */
  former?: string | undefined;
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
  /** Of earlier epochs, the newest first: they open what was sealed before, and seal and sign nothing. */
  former: readonly FormerKeys[];
}

const wrapBinding = (userId: string, epoch: number, kind: UnlockKind): Bytes =>
  utf8(`sdx1/uvk|${userId}|${epoch}|${kind}`);
const privateBinding = async (
  { userId, epoch, pairId }: VerifiedBundle,
  use: 'hpke' | 'sign',
  former: string | undefined,
): Promise<Bytes> => concat(utf8(`sdx1/private|${userId}|${epoch}|${use}|`), pairId, await formerHash(former));

const wrap = async (uvk: Bytes, userId: string, epoch: number, { kind, kek }: Unlock<UnlockKind>) =>
  toBase64url(await sealUnder(kek, uvk, wrapBinding(userId, epoch, kind)));

/** The vault key under a password and a recovery key. */
export const wrapsOf = async (
  uvk: Bytes,
  userId: string,
  epoch: number,
  keks: { password: Key; recovery: Key },
): Promise<SealedVault['wraps']> => ({
  password: await wrap(uvk, userId, epoch, { kind: 'password', kek: keks.password }),
  recovery: await wrap(uvk, userId, epoch, { kind: 'recovery', kek: keks.recovery }),
});

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

/** A vault and its keys, as they were created. */
export interface CreatedVault {
  sealed: SealedVault;
  bundle: PublicBundle;
  vault: Vault;
}

/**
 * Creates keys for a user: the first ones (epoch 1), or replacements (next epoch).
 * @param carried keys of earlier epochs, the newest first; none if they can no longer be opened
 * @throws SealingError FORMER_KEYS_FULL
 */
export async function createVault(
  owner: Owner,
  epoch: number,
  keks: { password: Key; recovery: Key },
  carried: readonly CarriedKeys[] = [],
): Promise<CreatedVault> {
  const hpke = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const { userId } = owner;
  const bundle = await createBundle(owner, epoch, hpke, signing);
  const own = await verifyBundle(userId, bundle);
  const uvk = randomBytes(32);
  const key = await importUvk(uvk);
  const former = carried.length > 0 ? await sealFormerKeys(key, own, carried) : undefined;
  const sealPrivate = async (privateKey: Key, use: 'hpke' | 'sign') => {
    const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
    const sealed = toBase64url(await sealUnder(key, pkcs8, await privateBinding(own, use, former)));
    pkcs8.fill(0);
    return sealed;
  };
  const wraps = await wrapsOf(uvk, userId, epoch, keks);
  uvk.fill(0);
  const sealed: SealedVault = {
    epoch,
    wraps,
    hpkePrivate: await sealPrivate(hpke.privateKey, 'hpke'),
    signPrivate: await sealPrivate(signing.privateKey, 'sign'),
    ...(former !== undefined && { former }),
  };
  return { sealed, bundle, vault: await resumeVault(userId, sealed, bundle, key) };
}

/** A vault as the server stores it, with its bundle. */
export interface StoredVault {
  vault: SealedVault;
  bundle: PublicBundle;
}

/**
 * Creates the keys of the next epoch, which still open what was sealed for the present ones and those before.
 * @param unlock opens the stored vault; its key also wraps the new one
 * @param ledger where the ledger of the present epoch ends
 * @throws SealingError VAULT_LOCKED if `unlock` does not open the vault; TAMPERED; FORMER_KEYS_FULL
 */
export async function rotateVault(
  owner: Owner,
  { vault: stored, bundle }: StoredVault,
  unlock: Unlock & { kind: 'password' },
  recovery: Key,
  ledger: LedgerEnd,
): Promise<CreatedVault> {
  const carried = await withVaultKey(owner.userId, stored, unlock, async (uvk) => {
    const key = await importUvk(uvk);
    const own = await verifyBundle(owner.userId, bundle);
    const aad = await privateBinding(own, 'hpke', stored.former);
    const pkcs8 = await openUnder(key, fromBase64url(stored.hpkePrivate), aad, 'TAMPERED');
    const present = { bundle, uvk: toBase64url(uvk), hpke: toBase64url(pkcs8), ledger };
    pkcs8.fill(0);
    return [present, ...(await carriedKeys(key, own, stored.former))];
  });
  return createVault(owner, stored.epoch + 1, { password: unlock.kek, recovery }, carried);
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
    const aad = await privateBinding(own, use, sealed.former);
    const pkcs8 = await openUnder(key, fromBase64url(value), aad, 'TAMPERED');
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
    former: await openFormerKeys(key, own, sealed.former),
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
export const wrapFor = <K extends UnlockKind>(
  userId: string,
  sealed: SealedVault<K>,
  from: Unlock<K>,
  to: Unlock<UnlockKind>,
): Promise<string> => withVaultKey(userId, sealed, from, (uvk) => wrap(uvk, userId, sealed.epoch, to));

/** Passes the vault key to `use`, and erases it then. @throws SealingError VAULT_LOCKED if `from` does not open the vault; errors of `use` */
export async function withVaultKey<T, K extends UnlockKind>(
  userId: string,
  sealed: SealedVault<K>,
  from: Unlock<K>,
  use: (uvk: Bytes) => Promise<T>,
): Promise<T> {
  const uvk = await unwrap(sealed, userId, from);
  try {
    return await use(uvk);
  } finally {
    uvk.fill(0);
  }
}
