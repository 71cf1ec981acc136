import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database';
import { dayMs, daysAfter } from '@tradepost/service-kit/days';
import { log } from '@tradepost/service-kit/logging';
import { Recurring } from '@tradepost/service-kit/recurring';
import { ChainRow, CheckpointRow } from './audit.entity';
import { CONFIG, type AuditConfig } from './config';
import { Signer } from './signer';

/** Signs the end of every chain once a day, and lets go what the installation keeps no longer. */
@Injectable()
export class Checkpoints extends Recurring {
  protected readonly waitMs = dayMs;
  protected override readonly firstMs = 0;

  constructor(
    private readonly db: Db,
    private readonly signer: Signer,
    @Inject(CONFIG) private readonly config: AuditConfig,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.sign(now);
    await this.letGo(now);
  }

  /** Until when entries may have been let go; null: none. */
  letGoBefore(now = new Date()): Date | null {
    const { AUDIT_RETENTION_DAYS: days } = this.config;
    return days > 0 ? daysAfter(now, -days) : null;
  }

  /** Signs the ends that have no checkpoint yet: of all chains, or of one. */
  async sign(now = new Date(), chainId?: string): Promise<void> {
    const unsigned = this.db.read
      .createQueryBuilder(ChainRow, 'c')
      .where(
        'c.length > 0 AND NOT EXISTS (SELECT FROM checkpoint p WHERE p.chain_id = c.id AND p.sequence = c.length)',
      );
    if (chainId) unsigned.andWhere('c.id = :chainId', { chainId });
    for (const { id, length, head } of await unsigned.getMany()) {
      const checkpoint = this.signer.signed({ chainId: id, sequence: length, head, at: now });
      // another replica may have been first
      await this.db.read.createQueryBuilder().insert().into(CheckpointRow).values(checkpoint).orIgnore().execute();
    }
  }

  private async letGo(now: Date): Promise<void> {
    const before = this.letGoBefore(now);
    if (!before) return;
    const due = (await this.db.read.query(
      'SELECT p.chain_id AS chain, max(p.sequence) AS sequence FROM checkpoint p JOIN chain c ON c.id = p.chain_id WHERE p.at < $1 AND p.sequence > c.kept_from GROUP BY p.chain_id',
      [before],
    )) as { chain: string; sequence: number }[];
    for (const { chain, sequence } of due) await this.db.read.query('SELECT let_go($1, $2)', [chain, sequence]);
    if (due.length > 0) log.info({ chains: due.length }, 'entries past their time were let go');
  }
}
