import { Injectable } from '@nestjs/common';
import { auditEvents } from '@tradepost/contracts/audit';
import type { Payload } from '@tradepost/contracts/define';
import { kycEvents } from '@tradepost/contracts/kyc';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { LogRepository } from './log.repository';
import { ReviewRepository } from './review.repository';
import { sentences } from './sentences';

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
    await this.log.append(tx, chains, meta, message);
  }

  @On(kycEvents.submitted)
  async submitted(payload: Payload<typeof kycEvents.submitted>, meta: EventMeta, tx: Tx): Promise<void> {
    await this.record(payload, meta, tx);
    await this.reviews.submitted(tx, payload, new Date(meta.at));
    await this.outbox.event(tx, auditEvents.caseQueued, { caseId: payload.caseId }, { kind: 'system', service: 'audit' });
  }
}

// one method takes all the others: the table says which there are
for (const { event } of sentences) {
  if (event !== kycEvents.submitted) On(event)(Recorder.prototype, 'record', { value: Recorder.prototype.record });
}
