import { routes } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FormerKeys } from '@tradepost/sealing/keys/former-keys';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { endOf, openEntry, type LedgerKeys, type VerifiedEntry } from '@tradepost/sealing/ledger/entry';
import type { ApiClient } from '../api/api-client';
import type { StoredLedger } from './stored-ledger';

/** Opens sealed entries that follow these. @throws as `openEntry` */
export async function openEntries(
  keys: LedgerKeys,
  sealed: readonly string[],
  before: readonly VerifiedEntry[] = [],
): Promise<VerifiedEntry[]> {
  const entries = [...before];
  for (const one of sealed) entries.push(await openEntry(keys, one, endOf(entries)));
  return entries;
}

/** Requires that a ledger was started with these keys. @throws SealingError TAMPERED */
export function requireStartOf({ own }: Pick<LedgerKeys, 'own'>, [first]: readonly VerifiedEntry[]): void {
  if (first && (first.entry.type !== 'own-key' || first.entry.keyId !== toBase64url(own.keyId)))
    throw new SealingError('TAMPERED');
}

/**
 * The ledgers of earlier epochs, which the present one continues. The vault says where each ends: others may know the keys of that epoch,
 * so that nothing after this end counts.
 */
export class FormerLedgers {
  private known: Promise<VerifiedEntry[][]> | null = null;
  private readonly unsaved = new Map<number, string[]>();

  constructor(
    private readonly client: Pick<ApiClient, 'send'>,
    private readonly vault: Pick<Vault, 'epoch' | 'former'>,
    private readonly stored: StoredLedger,
    private readonly isMember: boolean,
  ) {}

  /** All of them, the oldest first. @throws SealingError LEDGER_ROLLED_BACK if the server has them no longer, TAMPERED, BAD_SIGNATURE; ApiError */
  async read(): Promise<VerifiedEntry[]> {
    return (await this.all()).flat();
  }

  /** What this device has seen, if that is of an earlier epoch; with the epochs before it. Empty if it has seen this epoch, or none of these. */
  async seen(): Promise<VerifiedEntry[]> {
    const { epoch, size } = await this.stored.newest();
    const index = this.oldestFirst.findIndex((keys) => keys.epoch === epoch);
    const keys = this.oldestFirst[index];
    if (!keys) return [];
    const earlier = (await this.all()).slice(0, index).flat();
    return [...earlier, ...(await openEntries(keys, await this.stored.first(epoch, size)))];
  }

  /** Stores what was read, in place of what this device had seen of these epochs. Call it once both were compared. */
  async save(): Promise<void> {
    for (const [epoch, entries] of this.unsaved) await this.stored.writeEnded(epoch, entries);
    this.unsaved.clear();
  }

  private get oldestFirst(): FormerKeys[] {
    return this.vault.former.toReversed();
  }

  private all(): Promise<VerifiedEntry[][]> {
    const reading = this.known ?? Promise.all(this.oldestFirst.map((keys) => this.of(keys)));
    this.known = reading;
    reading.catch(() => (this.known = null));
    return reading;
  }

  private async of(keys: FormerKeys): Promise<VerifiedEntry[]> {
    const stored = await this.stored.first(keys.epoch, keys.ledger.seq);
    const opened = await openEntries(keys, stored).catch(() => []);
    if (isWhole(opened, keys)) return opened;
    const entries = await openEntries(keys, await this.fetch(keys));
    if (!isWhole(entries, keys)) throw new SealingError('LEDGER_ROLLED_BACK');
    this.unsaved.set(
      keys.epoch,
      entries.map(({ sealed }) => sealed),
    );
    return entries;
  }

  private async fetch({ epoch: former, ledger: { seq } }: FormerKeys): Promise<string[]> {
    const { epoch } = this.vault;
    const route = this.isMember ? routes.companyLedger : routes.ledger;
    const sealed: string[] = [];
    while (sealed.length < seq) {
      const { entries } = await this.client.send(route, { epoch, former, from: sealed.length + 1 });
      if (entries.length === 0) throw new SealingError('LEDGER_ROLLED_BACK');
      sealed.push(...entries.slice(0, seq - sealed.length));
    }
    return sealed;
  }
}

function isWhole(entries: readonly VerifiedEntry[], keys: FormerKeys): boolean {
  const { seq, head } = endOf(entries);
  if (seq !== keys.ledger.seq || head !== keys.ledger.head) return false;
  requireStartOf(keys, entries);
  return true;
}
