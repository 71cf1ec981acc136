import { Inject, Injectable } from '@nestjs/common';
import { log } from '@tradepost/service-kit/observability/logging';
import { day, daysAfter } from '@tradepost/service-kit/runtime/durations';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { CONFIG, type AuditConfig } from '../config';
import { ChainRepository } from './chain.repository';
import { Signer } from './signer';

/** Twice as long as the bus stores events. */
const erasureDays = 14;

/** Signs the end of every chain once a day, and prunes entries past the retention period. */
@Injectable()
export class Checkpoints extends ScheduledTask {
  protected readonly waitMs = day;
  protected override readonly firstMs = 0;

  constructor(
    private readonly chains: ChainRepository,
    private readonly signer: Signer,
    @Inject(CONFIG) private readonly config: AuditConfig,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.sign(now);
    await this.prune(now);
    await this.chains.forgetErasures(daysAfter(now, -erasureDays));
  }

  /** Entries from before this time may be pruned; null when all are stored without limit. */
  retentionLimit(now = new Date()): Date | null {
    const { AUDIT_RETENTION_DAYS: days } = this.config;
    return days > 0 ? daysAfter(now, -days) : null;
  }

  /** Signs the ends that have no checkpoint yet: of all chains, or of one. */
  async sign(now = new Date(), chainId?: string): Promise<void> {
    for (const { id, length, head } of await this.chains.unsigned(chainId))
      await this.chains.addCheckpoint(this.signer.signed({ chainId: id, sequence: length, head, at: now }));
  }

  private async prune(now: Date): Promise<void> {
    const before = this.retentionLimit(now);
    if (!before) return;
    const chains = await this.chains.prune(before);
    if (chains > 0) log.info({ chains }, 'pruned entries past the retention period');
  }
}
