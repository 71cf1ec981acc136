import type { LedgerAction, LedgerEntry, VerifiedEntry } from './entry';

/** What a device knows and the server's ledger lacks. */
export interface Divergence {
  /** Number of entries that both have. */
  common: number;
  /** Entries of the device that the server's ledger neither has nor accounts for. Empty: the server's ledger may be used. */
  unaccounted: VerifiedEntry[];
}

/**
 * Compares the server's ledger with the one that a device knows. An entry that the server lost is accounted for if a later `restore`
 * names it and, if it says that the entry is repeated, an entry after it does so.
 */
export function divergenceOf(known: readonly VerifiedEntry[], served: readonly VerifiedEntry[]): Divergence {
  const differs = known.findIndex(({ head }, index) => served[index]?.head !== head);
  const common = differs < 0 ? known.length : differs;
  const named = new Map<string, boolean>();
  const repeated = new Set<string>();
  for (const { entry } of served.slice(common)) {
    if (entry.type === 'restore') for (const { head, isRepeated } of entry.lost) named.set(head, isRepeated);
    for (const head of entry.of ?? []) repeated.add(head);
  }
  const isAccounted = ({ head }: VerifiedEntry) => named.has(head) && (!named.get(head) || repeated.has(head));
  return { common, unaccounted: known.slice(common).filter((one) => !isAccounted(one)) };
}

/** Entries that one `restore` names. */
const namedAtOnce = 400;

/**
 * What accepts the server's ledger: for each part of the lost entries a `restore` that names them, and then those that are repeated.
 * Revocations come first, so that a failure in between leaves no revoked transfer open.
 * @param accepted head of the server's ledger @param keyLog new name of the key log; null if it was not restarted
 */
export function restoreActions(
  accepted: string,
  lost: readonly VerifiedEntry[],
  isRepeated: (entry: LedgerEntry) => boolean,
  keyLog: string | null,
): (LedgerAction & Pick<LedgerEntry, 'of'>)[] {
  const isRevocation = ({ entry }: VerifiedEntry) => entry.type === 'revoke';
  const ordered = [...lost.filter(isRevocation), ...lost.filter((one) => !isRevocation(one))];
  const atLeast = keyLog === null ? 0 : 1;
  const parts = Array.from({ length: Math.max(atLeast, Math.ceil(ordered.length / namedAtOnce)) }, (_, index) =>
    ordered.slice(index * namedAtOnce, (index + 1) * namedAtOnce),
  );
  return parts.flatMap((part) => [
    {
      type: 'restore' as const,
      accepted,
      lost: part.map(({ head, entry }) => ({ head, isRepeated: isRepeated(entry) })),
      ...(keyLog !== null && { keyLog }),
    },
    ...part.filter(({ entry }) => isRepeated(entry)).map(repeated),
  ]);
}

function repeated({ head, entry }: VerifiedEntry): LedgerAction & Pick<LedgerEntry, 'of'> {
  const { seq: _seq, previous: _previous, time: _time, userId: _user, epoch: _epoch, actor: _actor, ...action } = entry;
  return { ...action, of: [head, ...(entry.of ?? [])] };
}
