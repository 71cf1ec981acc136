import { SealingError } from '@tradepost/sealing/errors';
import { endOf, openEntry, type LedgerKeys, type VerifiedEntry } from '@tradepost/sealing/ledger/entry';
import { requireStartOf } from './former-ledgers';
import { UnreadableEntry } from './unreadable-entry';

/** Opens sealed entries that follow these, up to the first one that cannot be used. */
export async function openReadable(
  keys: LedgerKeys,
  sealed: readonly string[],
  before: readonly VerifiedEntry[],
): Promise<{ entries: VerifiedEntry[]; unreadable: UnreadableEntry | null }> {
  const entries = [...before];
  try {
    for (const one of sealed) {
      const opened = await openEntry(keys, one, endOf(entries));
      if (entries.length === 0) requireStartOf(keys, [opened]);
      entries.push(opened);
    }
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    return { entries, unreadable: new UnreadableEntry(error.problem, entries.length + 1) };
  }
  return { entries, unreadable: null };
}
