import { command } from '../define';
import { current } from '../identity/password';
import { array, count, object } from '../values/fields';
import { ledgerPart } from './formats';
import { binary } from './sealed';

/** A part of a ledger. */
export interface LedgerPart {
  /** Number of all entries. */
  size: number;
  /** From the requested one on; fewer than all when there are many. */
  entries: string[];
}

/** Entries from number `from` on; of the ledger of an earlier epoch that the vault carries, with `former`. */
export const ledgerFrom = object({
  epoch: count().min(1).required(),
  from: count().min(1).required(),
  former: count().min(1).optional(),
});

/** `seq`: number of the first entry. */
export const ledgerEntries = object({
  epoch: count().min(1).required(),
  seq: count().min(1).required(),
  entries: array(binary(92, 128 * 1024).required())
    .min(1)
    .max(ledgerPart)
    .required(),
});

/** The end of a ledger, from number `from` on. `size`: number of all entries, so that nothing is removed that was appended since. */
export const ledgerEnd = object({
  epoch: count().min(1).required(),
  from: count().min(1).required(),
  size: count().min(1).required(),
  password: current,
});

/** A user's own record of grants and contacts: each entry is sealed and signed by the user, so the server can only keep or lose it. */
export const ledger = {
  /** Entries of the user's ledger, sealed, from number `from` on. @throws KEYS_STALE unless `epoch` is the current one, and carries the keys of `former`; KEY_SCOPE */
  ledger: command<LedgerPart>()('identity.ledger', ledgerFrom),
  /**
   * Appends entries to the user's ledger; `seq` is the number of the first one, and must be the next. All are stored or none.
   * @throws KEYS_STALE, KEY_SCOPE, TOO_MANY
   */
  appendLedger: command<{ size: number }>()('identity.append-ledger', ledgerEntries),
};
