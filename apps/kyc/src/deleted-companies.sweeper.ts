import { Inject, Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { daysAfter } from '@tradepost/service-kit/days';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Recurring } from '@tradepost/service-kit/recurring';
import { CONFIG, type KycConfig } from './config';
import { KycRepository } from './kyc.repository';

const self: SystemActor = { kind: 'system', service: 'kyc' };

/** Keeps the registrations of deleted accounts as long as law wants them, and not a day longer. */
@Injectable()
export class DeletedCompaniesSweeper extends Recurring {
  protected readonly waitMs = 3_600_000;

  constructor(
    private readonly db: Db,
    private readonly repository: KycRepository,
    private readonly store: ObjectStore,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: KycConfig,
  ) {
    super();
  }

  /** What was never submitted proved nothing to anybody, and goes at once. */
  @On(identityEvents.accountDeleted)
  async accountDeleted({ companyId }: Payload<typeof identityEvents.accountDeleted>, meta: EventMeta, tx: Tx) {
    if (!companyId) return;
    const found = await this.repository.lock(tx, companyId);
    const deletedAt = new Date(meta.at);
    await this.repository.retire(
      tx,
      companyId,
      found?.submittedAt ? daysAfter(deletedAt, this.config.KYC_RETENTION_DAYS) : deletedAt,
    );
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.forgetOne(now));
  }

  /** The documents' bytes go first: a crash in between repeats this. */
  private forgetOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const due = await this.repository.lockDueToForget(tx, now);
      if (!due) return false;
      for (const { objectKey } of await this.repository.uploads(due.companyId)) await this.store.remove(objectKey);
      await this.repository.forget(tx, due.companyId);
      await this.outbox.event(tx, kycEvents.registrationForgotten, { companyId: due.companyId }, self);
      return true;
    });
  }
}
