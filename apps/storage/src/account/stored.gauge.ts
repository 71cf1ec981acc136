import { Injectable } from '@nestjs/common';
import { storedBytes } from '@tradepost/service-kit/observability/metrics';
import { Ops } from '@tradepost/service-kit/observability/ops';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { StorageAccountsRepository } from './accounts.repository';

const freshForMs = 5 * minute;

/** Bytes that all companies have stored. The sum reads every account, so not every scrape computes it. */
@Injectable()
export class StoredGauge {
  private nextAt = 0;

  constructor(
    private readonly accounts: StorageAccountsRepository,
    ops: Ops,
  ) {
    ops.samples(() => this.sample());
  }

  private async sample() {
    if (Date.now() < this.nextAt) return;
    storedBytes.set(await this.accounts.usedInAll());
    this.nextAt = Date.now() + freshForMs;
  }
}
