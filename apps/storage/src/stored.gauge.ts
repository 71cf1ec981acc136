import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database';
import { storedBytes } from '@tradepost/service-kit/observe/metrics';
import { Ops } from '@tradepost/service-kit/observe/ops';

const goodForMs = 5 * 60_000;

/** How much all companies have stored. A sum over every company, so it is not asked for at every scrape. */
@Injectable()
export class StoredGauge {
  private nextAt = 0;

  constructor(
    private readonly db: Db,
    ops: Ops,
  ) {
    ops.samples(() => this.sample());
  }

  private async sample() {
    if (Date.now() < this.nextAt) return;
    const [row] = (await this.db.read.query('SELECT coalesce(sum(used_bytes), 0)::float AS bytes FROM account')) as {
      bytes: number;
    }[];
    storedBytes.set(row?.bytes ?? 0);
    this.nextAt = Date.now() + goodForMs;
  }
}
