import { SealingError } from '@tradepost/sealing/errors';
import type { Pin } from '@tradepost/sealing/keys/pins';
import { emptyLedger, endOf, type LedgerEntry, type VerifiedEntry } from '@tradepost/sealing/ledger/entry';
import { historyOf } from '@tradepost/sealing/ledger/history';
import { divergenceOf, restoreActions } from '@tradepost/sealing/ledger/restore.policy';
import type { KeyLog, RestartedLog } from '../keys/key-log';
import type { Action, Ledger } from './ledger';

/** What a server's ledger lacks, for its owner to judge after a restore from backup. */
export interface LedgerReview {
  /** The key log was restarted: the number of entries that this device has seen, and that the log has now. Null if it was not restarted. */
  keyLog: Pick<RestartedLog, 'before' | 'now'> | null;
  /** Entries that this device has and the server lost. */
  lost: LedgerEntry[];
  /** Contacts that the server's ledger lacks, or has with another key. */
  contacts: Pin[];
  /** Requests of revoked transfers, which may be open again. */
  revoked: string[];
  /** Removed access, which may be back: folder ids with the addresses that lost access. */
  removed: { folderId: string; addresses: string[] }[];
  /**
   * Uses the server's ledger again, with the lost entries.
   * @param isConfirmed whether the owner confirmed this contact
   * @throws ApiError KEYS_STALE when another device has appended since: review again
   */
  accept: (isConfirmed: (contact: Pin) => boolean) => Promise<void>;
}

const isSamePin = (a: Pin, b: Pin) => a.userId === b.userId && a.address === b.address && a.keyId === b.keyId;

/**
 * Compares the server's ledger and key log with those that this device knows.
 * @returns null if nothing is lost and the key log was not restarted
 * @throws SealingError LEDGER_ROLLED_BACK for an older vault than this device has seen; TAMPERED, BAD_SIGNATURE, LEDGER_FORKED; ApiError
 */
export async function reviewLedger(ledger: Ledger, keyLog: Pick<KeyLog, 'restarted'>): Promise<LedgerReview | null> {
  const { known, served } = await ledger.read();
  const { unaccounted } = divergenceOf(known, served);
  const restarted = await keyLog.restarted();
  if (unaccounted.length === 0 && !restarted) return null;
  const lost = unaccounted.map(({ entry }) => entry);
  const [mine, theirs] = [historyOf(known), historyOf(served)];
  const contacts = mine.pins.contacts.filter((pin) => !theirs.pins.contacts.some((other) => isSamePin(pin, other)));
  const accept = async (isConfirmed: (contact: Pin) => boolean) => {
    const isRepeated = (entry: LedgerEntry) =>
      entry.type === 'pin'
        ? contacts.some((pin) => isSamePin(pin, entry.pin) && isConfirmed(pin))
        : entry.type !== 'own-key';
    const accepted = served.length === 0 ? emptyLedger.head : endOf(served).head;
    const start = served.length === 0 ? [ownKeyOf(known)] : [];
    const actions = restoreActions(accepted, unaccounted, isRepeated, restarted?.name ?? null);
    await ledger.accept(served, [...start, ...actions]);
    await restarted?.accept();
  };
  const isType = <T extends LedgerEntry['type']>(type: T) =>
    lost.filter((entry): entry is Extract<LedgerEntry, { type: T }> => entry.type === type);
  return {
    keyLog: restarted && { before: restarted.before, now: restarted.now },
    lost,
    contacts,
    revoked: isType('revoke').map(({ requestId }) => requestId),
    removed: isType('deliver')
      .filter(({ removed }) => removed.length > 0)
      .map(({ folderId, removed }) => ({ folderId, addresses: removed })),
    accept,
  };
}

/** The start of the ledger, when the backup is from before it. */
function ownKeyOf(known: VerifiedEntry[]): Action {
  const entry = known[0]?.entry;
  if (entry?.type !== 'own-key') throw new SealingError('TAMPERED');
  const { keyId, formerPins, formerKeys } = entry;
  return { type: 'own-key', keyId, formerPins, ...(formerKeys && { formerKeys }) };
}
