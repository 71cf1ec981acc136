import { concat, fromBase64url, sha256, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { openUnder, sealUnder } from '../crypto/primitives';
import { sign, verify } from '../crypto/signing';
import { SealingError } from '../errors';
import { parseJson } from '../file/meta';
import type { Vault } from '../keys/vault';
import type { LedgerEnd } from './end';
import { isKnownType, isWellFormed } from './entry-form';
import type { LedgerAction, LedgerEntry } from './entry-type';

export type { LedgerAction, LedgerEntry };

/** An entry that was opened and verified. */
export interface VerifiedEntry {
  /** SHA-256 of the signed entry, base64url. */
  head: string;
  entry: LedgerEntry;
  /** As the server stores it. */
  sealed: string;
}

/** Before the first entry. */
export const emptyLedger: LedgerEnd = { seq: 0, head: toBase64url(new Uint8Array(32)) };

const signatureSize = 64;

const prefixed = (json: Bytes) => concat(utf8('sdx1/ledger'), json);
const binding = ({ userId, epoch }: Pick<Vault, 'userId' | 'epoch'>, seq: number): Bytes =>
  utf8(`sdx1/ledger|${userId}|${epoch}|${seq}`);

/** `signature[64] | json`, sealed as `nonce[12] | AES-256-GCM | tag[16]` under the UVK, AAD `sdx1/ledger|userId|epoch|seq`. */
export async function sealEntry(
  vault: Vault,
  action: LedgerAction & Pick<LedgerEntry, 'of'>,
  { seq, head }: LedgerEnd,
  { actor, time }: { actor: string; time: number },
): Promise<VerifiedEntry> {
  const { userId, epoch } = vault;
  const entry = { ...action, seq: seq + 1, previous: head, time, userId, epoch, actor };
  const json = utf8(JSON.stringify(entry));
  const signed = concat(await sign(vault.signing.privateKey, prefixed(json)), json);
  const sealed = await sealUnder(vault.key, signed, binding(vault, seq + 1));
  return { head: toBase64url(await sha256(signed)), entry, sealed: toBase64url(sealed) };
}

/** Keys that entries were sealed with: those of an open vault, or of an earlier epoch. */
export type LedgerKeys = Pick<Vault, 'userId' | 'epoch' | 'key' | 'own'>;

/**
 * Opens the entry that follows `end`.
 * @throws SealingError TAMPERED unless it is of this vault and at this place, BAD_SIGNATURE; LEDGER_FORKED if it follows another entry;
 * UNSUPPORTED for a type that this version does not know; MALFORMED
 */
export async function openEntry(vault: LedgerKeys, sealed: string, { seq, head }: LedgerEnd): Promise<VerifiedEntry> {
  const signed = await openUnder(vault.key, fromBase64url(sealed), binding(vault, seq + 1), 'TAMPERED');
  const json = new Uint8Array(signed.subarray(signatureSize));
  const signature = new Uint8Array(signed.subarray(0, signatureSize));
  if (!(await verify(vault.own.signPublic, signature, prefixed(json)))) throw new SealingError('BAD_SIGNATURE');
  const entry = parseJson(json) as LedgerEntry | null;
  const { userId, epoch } = vault;
  if (entry?.userId !== userId || entry.epoch !== epoch || entry.seq !== seq + 1) throw new SealingError('TAMPERED');
  if (entry.previous !== head) throw new SealingError('LEDGER_FORKED');
  if (!isKnownType(entry)) throw new SealingError('UNSUPPORTED');
  if (!isWellFormed(entry)) throw new SealingError('MALFORMED');
  return { head: toBase64url(await sha256(signed)), entry, sealed };
}

/** Where a list of entries ends. */
export const endOf = (entries: readonly VerifiedEntry[]): LedgerEnd => {
  const last = entries.at(-1);
  return last ? { seq: last.entry.seq, head: last.head } : emptyLedger;
};
