import { pin, noPins, type Pins } from '../keys/pins';
import type { LedgerEnd } from './end';
import { endOf, type LedgerEntry, type VerifiedEntry } from './entry';

type Of<T extends LedgerEntry['type']> = Extract<LedgerEntry, { type: T }> & { head: string };

/** State computed from the entries of a ledger. */
export interface History {
  end: LedgerEnd;
  pins: Pins;
  /** Ids of the keys that the current one replaced; null if the ledger is of an earlier version. */
  formerKeys: readonly string[] | null;
  /** In the order of the ledger, by request. An acceptance that was tried again with other terms has several. */
  grants: ReadonlyMap<string, readonly Of<'grant'>[]>;
  extensions: ReadonlyMap<string, readonly Of<'extend'>[]>;
  /** Requests of revoked transfers. */
  revoked: ReadonlySet<string>;
  /** Addresses that each folder was delivered to. */
  delivered: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folder of each file that was moved. */
  moved: ReadonlyMap<string, string>;
  /** Key id of each member who has the keys of the company, by user id. */
  members: ReadonlyMap<string, string>;
  /** User ids of the members who have had the keys of the present epoch, also of those who lost them. */
  given: ReadonlySet<string>;
  /**
   * Hashes of the sets of shares that may open the vault of the present epoch, the newest last. A set that is named twice is stored; until then, those
   * before it may still be the stored one.
   */
  recoveries: readonly string[];
  /** The newest handover of the company since the present keys were made. */
  handover: { memberId: string; step: 'named' | 'taken' } | null;
  /** How many people have handed the company over since the present keys were made. */
  formerOwners: number;
  /** Names of restored logs of keys that the owner has accepted. */
  keyLogs: ReadonlySet<string>;
  /** All heads, also of lost entries that a restore names. */
  heads: ReadonlySet<string>;
}

const added = <T>(known: Map<string, T[]>, key: string, value: T) => known.set(key, [...(known.get(key) ?? []), value]);

export function historyOf(entries: readonly VerifiedEntry[]): History {
  let pins = noPins;
  let formerKeys: readonly string[] | null = null;
  const grants = new Map<string, Of<'grant'>[]>();
  const extensions = new Map<string, Of<'extend'>[]>();
  const revoked = new Set<string>();
  const delivered = new Map<string, Set<string>>();
  const moved = new Map<string, string>();
  const members = new Map<string, string>();
  let given = new Set<string>();
  const keyLogs = new Set<string>();
  let recoveries: string[] = [];
  let handover: History['handover'] = null;
  let formerOwners = 0;
  const heads = new Set<string>();
  for (const { entry, head } of entries) {
    heads.add(head);
    if (entry.type === 'restore') {
      for (const one of entry.lost) heads.add(one.head);
      if (entry.keyLog !== undefined) keyLogs.add(entry.keyLog);
    }
    // only the owner starts a ledger: a member who wrote this later would hide who was given the keys
    if (entry.type === 'own-key' && entry.seq > 1) continue;
    if (entry.type === 'own-key') {
      // the ledger of an epoch that carries earlier keys continues theirs
      pins = { ...pins, keys: { ...pins.keys, ...entry.formerPins } };
      formerKeys = entry.formerKeys ?? null;
      recoveries = [];
      handover = null;
      formerOwners = 0;
      given = new Set(members.keys());
    } else if (entry.type === 'pin') pins = pin(pins, entry.pin);
    else if (entry.type === 'grant') added(grants, entry.requestId, { ...entry, head });
    else if (entry.type === 'extend') added(extensions, entry.requestId, { ...entry, head });
    else if (entry.type === 'revoke') revoked.add(entry.requestId);
    else if (entry.type === 'member') {
      members.set(entry.member.userId, entry.member.keyId);
      given.add(entry.member.userId);
    } else if (entry.type === 'member-removed') members.delete(entry.memberId);
    else if (entry.type === 'recovery') {
      const { set } = entry;
      if (set === null) recoveries = [];
      else if (recoveries.at(-1) === set) recoveries = [set];
      else recoveries.push(set);
    } else if (entry.type === 'handover') {
      handover = { memberId: entry.memberId, step: entry.step };
      if (entry.step === 'taken') formerOwners += 1;
    } else if (entry.type === 'move') for (const fileId of entry.fileIds) moved.set(fileId, entry.folderId);
    else if (entry.type === 'deliver') {
      const known = new Set(delivered.get(entry.folderId));
      for (const address of entry.added) known.add(address);
      for (const address of entry.removed) known.delete(address);
      delivered.set(entry.folderId, known);
    }
  }
  return {
    end: endOf(entries),
    pins,
    formerKeys,
    grants,
    extensions,
    revoked,
    delivered,
    moved,
    members,
    given,
    recoveries,
    handover,
    formerOwners,
    keyLogs,
    heads,
  };
}
