import { Injectable } from '@nestjs/common';
import { auditEvents } from '@tradepost/contracts/audit';
import type { Event, Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { LogRepository } from './log.repository';
import { ReviewRepository } from './review.repository';
import { byKey, sentences } from './sentences';

const bySubject = new Map(sentences.map(({ event, say }) => [event.subject, say]));

/** Writes every event of the product into the chains it concerns. */
@Injectable()
export class Recorder {
  constructor(
    private readonly log: LogRepository,
    private readonly reviews: ReviewRepository,
    private readonly outbox: Outbox,
  ) {}

  async record(payload: unknown, meta: EventMeta, tx: Tx): Promise<void> {
    const say = bySubject.get(meta.subject);
    if (!say) throw new Error(`No sentence for ${meta.subject}`);
    const { chains, message } = say(payload, meta);
    this.log.append(tx, chains, meta, message + byKey(meta));
  }

  @On(kycEvents.submitted)
  async submitted(payload: Payload<typeof kycEvents.submitted>, meta: EventMeta, tx: Tx): Promise<void> {
    await this.record(payload, meta, tx);
    await this.reviews.submitted(tx, payload, new Date(meta.at));
    await this.outbox.event(
      tx,
      auditEvents.caseQueued,
      { caseId: payload.caseId },
      { kind: 'system', service: 'audit' },
    );
  }

  @On(identityEvents.accountDeleted)
  async accountDeleted(payload: Payload<typeof identityEvents.accountDeleted>, meta: EventMeta, tx: Tx): Promise<void> {
    await this.record(payload, meta, tx);
    if (payload.companyId) await this.reviews.forget(tx, payload.companyId, 'undecided');
  }

  @On(kycEvents.registrationForgotten)
  async registrationForgotten(
    payload: Payload<typeof kycEvents.registrationForgotten>,
    meta: EventMeta,
    tx: Tx,
  ): Promise<void> {
    await this.record(payload, meta, tx);
    await this.reviews.forget(tx, payload.companyId);
  }
}

const withMore: Event<any>[] = [kycEvents.submitted, identityEvents.accountDeleted, kycEvents.registrationForgotten];

// one method takes all the others: the table says which there are
for (const { event } of sentences) {
  if (!withMore.includes(event)) On(event)(Recorder.prototype, 'record', { value: Recorder.prototype.record });
}
