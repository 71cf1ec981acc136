import { concat, exactly, fromBase64url, sha256, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { aesKey, openUnder, sealUnder, type Key, type KeyPair } from '../crypto/primitives';
import { SealingError } from '../errors';
import { parseJson } from '../file/meta';
import type { LedgerEnd } from '../ledger/end';
import { verifyBundle, type PublicBundle, type VerifiedBundle } from './bundle';

/** Most earlier epochs that a vault carries the keys of. */
export const maxFormerKeys = 32;

/** Open keys of an earlier epoch: they open what was sealed for it, and sign nothing. */
export interface FormerKeys {
  userId: string;
  epoch: number;
  /** The vault key of that epoch. */
  key: Key;
  own: VerifiedBundle;
  hpke: KeyPair;
  /** Where the ledger of that epoch ends. What its keys sign or seal after it does not count. */
  ledger: LedgerEnd;
}

/** Keys of an earlier epoch before they are sealed. `uvk`: 32 bytes, `hpke`: PKCS #8; both base64url. */
export interface CarriedKeys {
  bundle: PublicBundle;
  uvk: string;
  hpke: string;
  ledger: LedgerEnd;
}

const binding = ({ userId, epoch, pairId }: VerifiedBundle): Bytes =>
  concat(utf8(`sdx1/former-keys|${userId}|${epoch}|`), pairId);

/** What the AAD of the private keys ends with: the hash of the sealed former keys, so that nobody can drop or exchange them; nothing without any. */
export const formerHash = async (former: string | undefined): Promise<Bytes> =>
  former === undefined ? new Uint8Array() : sha256(fromBase64url(former));

/**
 * Seals the keys of earlier epochs, the newest first: JSON in UTF-8 under the vault key, AAD `sdx1/former-keys|userId|epoch|` and the pair id.
 * @param own the bundle of the new epoch @throws SealingError FORMER_KEYS_FULL
 */
export async function sealFormerKeys(key: Key, own: VerifiedBundle, carried: readonly CarriedKeys[]): Promise<string> {
  if (carried.length > maxFormerKeys) throw new SealingError('FORMER_KEYS_FULL');
  const plain = utf8(JSON.stringify(carried));
  const sealed = toBase64url(await sealUnder(key, plain, binding(own)));
  plain.fill(0);
  return sealed;
}

/** What `sealFormerKeys` sealed; none without any. @throws SealingError TAMPERED, MALFORMED */
export async function carriedKeys(key: Key, own: VerifiedBundle, former: string | undefined): Promise<CarriedKeys[]> {
  if (former === undefined) return [];
  const plain = await openUnder(key, fromBase64url(former), binding(own), 'TAMPERED');
  const carried = parseJson(plain) as CarriedKeys[];
  plain.fill(0);
  return carried;
}

/** Opens the keys of earlier epochs, the newest first. @throws SealingError TAMPERED, MALFORMED, KEY_UNPROVEN */
export async function openFormerKeys(key: Key, own: VerifiedBundle, former: string | undefined): Promise<FormerKeys[]> {
  const carried = await carriedKeys(key, own, former);
  return Promise.all(carried.map((one) => openCarried(own.userId, one)));
}

async function openCarried(userId: string, { bundle, uvk, hpke, ledger }: CarriedKeys): Promise<FormerKeys> {
  const own = await verifyBundle(userId, bundle);
  const raw = exactly(fromBase64url(uvk), 32);
  const key = await aesKey(raw, ['decrypt']);
  raw.fill(0);
  const ecdh = { name: 'ECDH', namedCurve: 'P-256' };
  const privateKey = await crypto.subtle.importKey('pkcs8', fromBase64url(hpke), ecdh, false, ['deriveBits']);
  return { userId, epoch: own.epoch, key, own, hpke: { publicKey: own.hpkePublic, privateKey }, ledger };
}
