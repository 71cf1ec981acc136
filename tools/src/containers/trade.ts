import { randomBytes } from 'node:crypto';
import type { Mail } from '@tradepost/testing/inbox-client';
import { acceptDelivery, deliverFiles, isWhole, readyArchive, type DeliveredFiles } from '../client/deliveries';
import type { Place } from '../client/people';

/** Two companies, and the files that one delivered to the other. */
export class Trade {
  private current: { pair: DeliveredFiles; last?: Mail } | undefined;
  private transfers: { pair: DeliveredFiles; id: string }[] = [];

  constructor(private readonly place: Place) {}

  /** A request, its acceptance with the mailed code, the archive and its download. After a failure, by other companies, because its request may still be pending. */
  async carryOn(): Promise<void> {
    const { pair, last } = this.current ?? { pair: await this.deliver() };
    this.current = undefined;
    const { id, mail } = await acceptDelivery(this.place, pair, last);
    this.transfers.push({ pair, id });
    await hasWhole(pair, id);
    this.current = { pair, last: mail };
  }

  async stillThere(): Promise<void> {
    for (const { pair, id } of this.transfers) await hasWhole(pair, id);
  }

  /** Remembers what has been transferred. @returns continues from it, with other companies, as a restored installation does */
  backUp(): () => void {
    const transfers = [...this.transfers];
    return () => {
      this.transfers = transfers;
      this.current = undefined;
    };
  }

  /** The companies of the last transfer. */
  get pair(): DeliveredFiles {
    const last = this.transfers.at(-1);
    if (!last) throw new Error('nothing has been transferred');
    return last.pair;
  }

  private deliver(): Promise<DeliveredFiles> {
    const contents = [1_000, 2_000_000].map((size) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size)]));
    return deliverFiles(this.place, 'containers', contents);
  }
}

async function hasWhole(pair: DeliveredFiles, id: string): Promise<void> {
  const url = await readyArchive(pair.receiver, id);
  if (!(await isWhole(pair, url))) throw new Error(`the archive of ${id} differs from the sent files`);
}
