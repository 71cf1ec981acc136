import { ledgerPart, ledgerPartBytes } from '@tradepost/contracts/encryption/formats';
import { routes } from '@tradepost/contracts/routes';
import { toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { LedgerEnd } from '@tradepost/sealing/ledger/end';
import {
  endOf,
  sealEntry,
  type LedgerAction,
  type LedgerEntry,
  type VerifiedEntry,
} from '@tradepost/sealing/ledger/entry';
import { historyOf, type History } from '@tradepost/sealing/ledger/history';
import { divergenceOf } from '@tradepost/sealing/ledger/restore.policy';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { ApiError } from '../api/api-error';
import type { DeviceStore } from '../contacts/device-store';
import { FormerLedgers, openEntries, requireStartOf } from './former-ledgers';
import { formerPins } from './former-pins';
import { openReadable } from './readable';
import { StoredLedger } from './stored-ledger';
import { UnreadableEntry } from './unreadable-entry';

/** Attempts to append, because another device may append at the same time. */
const attempts = 8;

export type Action = LedgerAction & Pick<LedgerEntry, 'of'>;

/** The server's ledger as a device reads it. */
export interface ReadLedger {
  /** What this device has verified before. */
  known: VerifiedEntry[];
  served: VerifiedEntry[];
}

/** The server's ledger, as far as it can be read. */
interface Readable {
  entries: VerifiedEntry[];
  /** Number of all entries, according to the server. */
  size: number;
  /** The first entry that cannot be read. */
  unreadable: UnreadableEntry | null;
}

interface Options {
  device: DeviceStore;
  /** Id of the API key that acts; null for a person. */
  apiKeyId: string | null;
  /** Id of the member who acts with the keys of a company; null for the owner of the keys. */
  memberId: string | null;
  /** Ids of the keys that were in the key log before the current one. */
  formerKeys: () => Promise<Bytes[]>;
  /** Called when the ledger cannot be used because of an entry that this device has not seen. */
  onUnreadable?: (entry: UnreadableEntry) => void;
}

/**
 * The record, of a person or a company, of contacts and grants: append-only, hash-linked, sealed and signed. The server can store it or lose it, but not change it, and
 * a device that has seen it notices a loss.
 */
export class Ledger {
  private readonly stored: StoredLedger;
  private readonly former: FormerLedgers;
  /** Entries of earlier epochs, which the ledger continues. */
  private inherited: VerifiedEntry[] = [];
  private entries: VerifiedEntry[] | null = null;
  private history: History = historyOf([]);
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: Pick<ApiClient, 'send'>,
    readonly vault: Vault,
    private readonly options: Options,
  ) {
    this.stored = new StoredLedger(options.device);
    this.former = new FormerLedgers(client, vault, this.stored, options.memberId !== null);
  }

  /**
   * Reads and verifies the ledger. The first client that opens the vault starts it.
   * @throws SealingError LEDGER_ROLLED_BACK if it is older than this device has seen, or another one; TAMPERED, LEDGER_FORKED; as
   * UnreadableEntry TAMPERED, BAD_SIGNATURE, LEDGER_FORKED, MALFORMED, UNSUPPORTED if this device has seen no entry there; ApiError
   */
  load(): Promise<History> {
    return this.exclusively(() => this.current());
  }

  /** Whether this is a program, without a person who sees what it does. */
  get isProgram(): boolean {
    return this.options.apiKeyId !== null;
  }

  /** As it was last read, without a call. */
  get latest(): History {
    return this.history;
  }

  /**
   * Records actions before the call that carries them out.
   * @param make the actions that are missing in this history; none if an earlier attempt has recorded them. It is called again when another
   * device has appended
   * @throws as `load`; errors of `make`
   */
  record(make: (history: History) => Action[]): Promise<History> {
    return this.exclusively(async () => {
      for (let attempt = 1; ; attempt++) {
        const actions = make(await this.current());
        try {
          await this.append(actions, this.entries ?? []);
          return this.history;
        } catch (error) {
          if (attempt >= attempts || !isStale(error)) throw error;
        }
      }
    });
  }

  /**
   * What this device knows, and what the server has, without a decision which of them counts. @throws as `load`, but LEDGER_ROLLED_BACK
   * only for an older epoch
   */
  read(): Promise<ReadLedger> {
    return this.exclusively(async () => {
      await this.begin();
      const known = await this.known();
      const served = [...this.inherited, ...(await this.fetch([]))];
      return { known: known.length > 0 ? [...this.inherited, ...known] : await this.former.seen(), served };
    });
  }

  /**
   * Where the server's ledger can no longer be read, and how many entries it has.
   * @returns null if all of it can be read
   * @throws SealingError LEDGER_ROLLED_BACK if this device has seen entries that are not among the readable ones; TAMPERED; ApiError
   */
  unreadable(): Promise<{ first: UnreadableEntry; size: number } | null> {
    return this.exclusively(async () => {
      await this.begin();
      // as stored: another process of this device may have seen more
      const known = await openEntries(this.vault, await this.stored.read(this.vault.epoch));
      const { entries, size, unreadable } = await this.fetchReadable([]);
      if (isMissing(known, entries) || isMissing(await this.former.seen(), [...this.inherited, ...entries]))
        throw new SealingError('LEDGER_ROLLED_BACK');
      return unreadable && { first: unreadable, size };
    });
  }

  /** Appends to the server's ledger that was read, and uses it from then on. For the guide after a restore. @throws ApiError KEYS_STALE */
  accept(served: VerifiedEntry[], actions: Action[]): Promise<History> {
    return this.exclusively(async () => {
      const present = served.slice(this.inherited.length);
      const isNew = present.length === 0 && this.inherited.length > 0;
      await this.append([...(isNew ? await this.firstActions() : []), ...actions], present, []);
      return this.history;
    });
  }

  private async current(): Promise<History> {
    await this.begin();
    const known = await this.known();
    const served = await this.fetch(known).catch((error: unknown) => {
      if (known.length > 0 && isForked(error)) return this.fetchReplacement(known);
      throw error;
    });
    if (isMissing(await this.former.seen(), [...this.inherited, ...served]))
      throw new SealingError('LEDGER_ROLLED_BACK');
    if (served.length > known.length || served.at(-1)?.head !== known.at(-1)?.head) await this.use(served, known);
    // the owner has recorded who got the keys
    if (served.length === 0 && this.options.memberId !== null) throw new SealingError('LEDGER_ROLLED_BACK');
    if (served.length === 0) await this.append(await this.firstActions(), []);
    return this.history;
  }

  private async firstActions(): Promise<Action[]> {
    const { keyId } = this.vault.own;
    const [replaced] = this.vault.former;
    const earlier = historyOf(this.inherited).formerKeys;
    if (replaced && earlier) {
      const { own } = replaced;
      const formerKeys = [...new Set([own.keyId, own.pairId].map(toBase64url)), ...earlier];
      return [{ type: 'own-key', keyId: toBase64url(keyId), formerPins: {}, formerKeys }];
    }
    const { keys, contacts } = await formerPins(this.client, this.vault, this.options);
    const former = this.vault.epoch === 1 ? [] : await this.options.formerKeys();
    return [
      { type: 'own-key', keyId: toBase64url(keyId), formerPins: keys, formerKeys: former.map(toBase64url) },
      ...contacts.map((pin): Action => ({ type: 'pin', pin })),
    ];
  }

  /**
   * The server's ledger where it differs from the known one. @throws SealingError LEDGER_ROLLED_BACK unless its owner has accepted it on
   * another device
   */
  private async fetchReplacement(known: VerifiedEntry[]): Promise<VerifiedEntry[]> {
    const { entries, unreadable } = await this.fetchReadable([]);
    if (isMissing(known, entries)) throw new SealingError(unreadable?.problem ?? 'LEDGER_ROLLED_BACK');
    if (unreadable) throw unreadable;
    return entries;
  }

  /** @throws SealingError LEDGER_ROLLED_BACK if the vault is older than one this device has seen; as `FormerLedgers.read` */
  private async begin(): Promise<void> {
    if ((await this.stored.newest()).epoch > this.vault.epoch) throw new SealingError('LEDGER_ROLLED_BACK');
    this.inherited = await this.former.read();
  }

  private async known(): Promise<VerifiedEntry[]> {
    return this.entries ?? this.take(await openEntries(this.vault, await this.stored.read(this.vault.epoch)));
  }

  private take(entries: VerifiedEntry[]): VerifiedEntry[] {
    requireStartOf(this.vault, entries);
    this.history = historyOf([...this.inherited, ...entries]);
    this.entries = entries;
    return entries;
  }

  /** The server's entries after the known ones. @throws SealingError LEDGER_FORKED if they do not follow; UnreadableEntry */
  private async fetch(known: VerifiedEntry[]): Promise<VerifiedEntry[]> {
    const { entries, unreadable } = await this.fetchReadable(known);
    if (unreadable) throw unreadable;
    return entries;
  }

  private async fetchReadable(known: VerifiedEntry[]): Promise<Readable> {
    const { epoch } = this.vault;
    const route = this.options.memberId === null ? routes.ledger : routes.companyLedger;
    // the last known entry is read again: a ledger with another one in its place has forked
    let entries = known.slice(0, -1);
    for (;;) {
      const { size, entries: sealed } = await this.client.send(route, { epoch, from: entries.length + 1 });
      if (!Number.isSafeInteger(size) || (sealed.length === 0 && entries.length < size))
        throw new SealingError('TAMPERED');
      const { entries: opened, unreadable } = await openReadable(this.vault, sealed, entries);
      entries = opened;
      const last = known.at(-1);
      if (last && !unreadable && entries[known.length - 1]?.head !== last.head) throw new SealingError('LEDGER_FORKED');
      if (unreadable && entries.length >= size) throw new SealingError('TAMPERED');
      if (unreadable || entries.length >= size) return { entries, size, unreadable };
    }
  }

  /** @param before first entries that are stored on the device */
  private async append(actions: Action[], to: VerifiedEntry[], before = to): Promise<void> {
    if (actions.length === 0) return;
    const { epoch, userId } = this.vault;
    const actor = this.options.apiKeyId ?? this.options.memberId ?? userId;
    const route = this.options.memberId === null ? routes.appendLedger : routes.appendCompanyLedger;
    let entries = to;
    for (let rest = actions; rest.length > 0;) {
      const added: VerifiedEntry[] = [];
      let end: LedgerEnd = endOf(entries);
      let bytes = 0;
      for (const action of rest.slice(0, ledgerPart)) {
        const entry = await sealEntry(this.vault, action, end, { actor, time: Date.now() });
        bytes += entry.sealed.length;
        if (added.length > 0 && bytes > ledgerPartBytes) break;
        added.push(entry);
        end = endOf(added);
      }
      const [first] = added;
      const sealed = added.map((one) => one.sealed);
      await this.client.send(route, { epoch, seq: first!.entry.seq, entries: sealed });
      entries = [...entries, ...added];
      rest = rest.slice(added.length);
    }
    await this.use(entries, before);
  }

  /** @param before first entries that are stored on the device */
  private async use(entries: VerifiedEntry[], before: VerifiedEntry[]): Promise<void> {
    this.take(entries);
    await this.former.save();
    const same = entries.findIndex(({ head }, index) => before[index]?.head !== head);
    await this.stored.write(
      this.vault.epoch,
      entries.map(({ sealed }) => sealed),
      same < 0 ? entries.length : same,
    );
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(work, work).catch((error: unknown) => {
      if (error instanceof UnreadableEntry) this.options.onUnreadable?.(error);
      throw error;
    });
    this.last = next;
    return next;
  }
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'KEYS_STALE';
const isForked = (error: unknown) =>
  error instanceof UnreadableEntry ||
  (error instanceof SealingError && (error.problem === 'LEDGER_FORKED' || error.problem === 'TAMPERED'));
/** Whether the server lacks entries that this device has seen, and their owner has not accepted that. */
const isMissing = (seen: readonly VerifiedEntry[], served: readonly VerifiedEntry[]) =>
  divergenceOf(seen, served).unaccounted.length > 0;
