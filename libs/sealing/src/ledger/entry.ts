import { concat, fromBase64url, sha256, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { openUnder, sealUnder } from '../crypto/primitives';
import { sign, verify } from '../crypto/signing';
import { SealingError } from '../errors';
import { parseJson } from '../file/meta';
import type { Pin } from '../keys/pins';
import type { Vault } from '../keys/vault';
import type { LedgerEnd } from './end';
import { isKnownType, isWellFormed } from './entry-form';

/** A person with the key that something is sealed for; key id in base64url. */
export type Recipient = Pick<Pin, 'userId' | 'address' | 'keyId'>;

/** What an entry records. Hashes, heads and key ids are base64url, times milliseconds. */
export type LedgerAction =
  /**
   * Starts the ledger of an epoch. `formerPins`: user id to pair id, of contacts from before addresses were part of keys. `formerKeys`:
   * keys that this one replaced; absent in ledgers of earlier versions.
   */
  | { type: 'own-key'; keyId: string; formerPins: Record<string, string>; formerKeys?: string[] }
  | { type: 'pin'; pin: Pin }
  | { type: 'deliver'; folderId: string; added: string[]; removed: string[] }
  /** Files that were moved into another folder than their metadata names. */
  | { type: 'move'; folderId: string; fileIds: string[] }
  /** Each file is its id and version. `requestHash`: of the signed request; null for one that nobody signed. */
  | {
      type: 'grant';
      requestId: string;
      requestHash: string | null;
      recipient: Recipient;
      files: [fileId: string, version: number][];
      expiryMs: number;
    }
  | { type: 'extend'; requestId: string; keyId: string; expiryMs: number }
  | { type: 'revoke'; requestId: string }
  /** A member of the company who gets its keys, by the person's key that the owner has compared. */
  | { type: 'member'; member: Recipient }
  | { type: 'member-removed'; memberId: string }
  /** The set of shares that opens the vault from now on, by its hash; null: none does. */
  | { type: 'recovery'; set: string | null }
  /**
   * Accepts a ledger that lacks entries, after a restore from backup. Lost entries that are repeated follow, with `of`. `keyLog`: new name of
   * the key log, if it was restarted.
   */
  | { type: 'restore'; accepted: string; lost: { head: string; isRepeated: boolean }[]; keyLog?: string };

export type LedgerEntry = LedgerAction & {
  /** From 1 on. */
  seq: number;
  /** Head before it; of the first entry zeros. */
  previous: string;
  /** Milliseconds since 1970. */
  time: number;
  userId: string;
  epoch: number;
  /** Id of the person or API key that acted. */
  actor: string;
  /** Heads of the lost entries that this one repeats: the one before the newest restore first. */
  of?: string[];
};

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
