import type { Pin } from '../keys/pins';

/** A person with the key that something is sealed for; key id in base64url. */
type Recipient = Pick<Pin, 'userId' | 'address' | 'keyId'>;

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
  /** The owner has named this member as the next owner (`named`), who takes the company over (`taken`). */
  | { type: 'handover'; memberId: string; step: 'named' | 'taken' }
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
