import type { DeviceStore } from '../contacts/device-store';

/** Entries in one stored value, so that an append does not write all of them again. */
const part = 200;

interface Stored {
  epoch: number;
  /** Number of entries. */
  size: number;
}

/** The ledger as this device has last verified it: sealed entries. It survives sign-out. */
export class StoredLedger {
  constructor(private readonly device: DeviceStore) {}

  /** The newest epoch and its number of entries; both 0 on a new device. */
  async newest(): Promise<Stored> {
    const stored = await this.device.read('ledger');
    return stored === null ? { epoch: 0, size: 0 } : (JSON.parse(stored) as Stored);
  }

  /** The entries of this epoch. */
  async read(epoch: number): Promise<string[]> {
    const { epoch: newest, size } = await this.newest();
    return newest === epoch ? this.first(epoch, size) : [];
  }

  /** The first entries of an epoch, also of an earlier one, as far as they are stored. Not proven to be the newest. */
  async first(epoch: number, size: number): Promise<string[]> {
    const parts = Array.from({ length: Math.ceil(size / part) }, (_, index) => this.device.read(nameOf(epoch, index)));
    const entries = (await Promise.all(parts)).flatMap((stored) => JSON.parse(stored ?? '[]') as string[]);
    return entries.slice(0, size);
  }

  /** Stores all entries of an earlier epoch, which has ended. */
  async writeEnded(epoch: number, entries: readonly string[]): Promise<void> {
    await this.writeParts(epoch, entries, 0);
  }

  /** Stores a verified ledger. @param unchanged number of first entries that are stored already */
  async write(epoch: number, entries: readonly string[], unchanged: number): Promise<void> {
    const stored = await this.read(epoch);
    // another process of this device has stored more of the same ledger
    if (entries.length > 0 && stored.length >= entries.length && stored[entries.length - 1] === entries.at(-1)) return;
    await this.writeParts(epoch, entries, unchanged);
    // last: an end that is known must be readable
    await this.device.write('ledger', JSON.stringify({ epoch, size: entries.length } satisfies Stored));
  }

  private async writeParts(epoch: number, entries: readonly string[], unchanged: number): Promise<void> {
    for (let index = Math.floor(unchanged / part); index * part < entries.length; index++) {
      const value = JSON.stringify(entries.slice(index * part, (index + 1) * part));
      await this.device.write(nameOf(epoch, index), value);
    }
  }
}

const nameOf = (epoch: number, index: number) => `ledger-${epoch}-${index}`;
