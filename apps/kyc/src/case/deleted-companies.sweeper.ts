import { Controller, Inject } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { daysAfter, hour } from '@tradepost/service-kit/runtime/durations';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { CONFIG, type KycConfig } from '../config';
import { KycRepository } from './kyc.repository';

const self: SystemActor = { kind: 'system', service: 'kyc' };

/** Erases the registrations of deleted accounts when the legal retention period ends. */
@Controller()
export class DeletedCompaniesSweeper extends ScheduledTask {
  protected readonly waitMs = hour;

  constructor(
    private readonly db: Db,
    private readonly repository: KycRepository,
    private readonly store: ObjectStore,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: KycConfig,
  ) {
    super();
  }

  /** A registration that was never submitted is erased at once. */
  @On(identityEvents.accountDeleted)
  async accountDeleted({ companyId }: Payload<typeof identityEvents.accountDeleted>, meta: EventMeta, tx: Tx) {
    if (!companyId) return;
    await this.governor.forget(tx, [companyId]);
    const found = await this.repository.lock(tx, companyId);
    const deletedAt = new Date(meta.at);
    await this.repository.retire(
      tx,
      companyId,
      found?.submittedAt ? daysAfter(deletedAt, this.config.KYC_RETENTION_DAYS) : deletedAt,
    );
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.eraseOne(now));
  }

  /** Removes the documents' bytes first, so that a retry after a crash finds them again. */
  private eraseOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const due = await this.repository.lockDueForErasure(tx, now);
      if (!due) return false;
      for (const { objectKey } of await this.repository.uploads(due.companyId)) await this.store.remove(objectKey);
      await this.repository.erase(tx, due.companyId);
      await this.outbox.event(tx, kycEvents.registrationErased, { companyId: due.companyId }, self);
      return true;
    });
  }
}
