import { SealingError } from '@tradepost/sealing/errors';
import type { DeviceStore } from './device-store';

const name = 'keys-seen';

interface Seen {
  epoch: number;
  /** Of that epoch's pins. */
  revision: number;
  /** The pins themselves, sealed. */
  list?: string;
}

/** The newest keys and pins that this device has seen: an older vault with its older pins is consistent in itself. */
export class SeenKeys {
  constructor(private readonly device: DeviceStore) {}

  /** The newest revision of this epoch's pins; 0 if unknown. @throws SealingError PINS_ROLLED_BACK for an older epoch than seen before */
  async revisionOf(epoch: number): Promise<number> {
    const seen = await this.read();
    if (epoch < seen.epoch) throw new SealingError('PINS_ROLLED_BACK');
    return epoch === seen.epoch ? seen.revision : 0;
  }

  /** Never goes back to an older one: several processes may write. @param list the sealed pins */
  async remember(epoch: number, revision: number, list: string): Promise<void> {
    const seen = await this.read();
    if (epoch < seen.epoch || (epoch === seen.epoch && revision <= seen.revision && seen.list)) return;
    await this.device.write(name, JSON.stringify({ epoch, revision, list } satisfies Seen));
  }

  /** The newest sealed pins; null if there are none. */
  async list(): Promise<string | null> {
    return (await this.read()).list ?? null;
  }

  private async read(): Promise<Seen> {
    const seen = await this.device.read(name);
    return seen === null ? { epoch: 0, revision: 0 } : (JSON.parse(seen) as Seen);
  }
}
