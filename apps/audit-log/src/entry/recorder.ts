import { Controller } from '@nestjs/common';
import { auditEvents } from '@tradepost/contracts/audit';
import type { Event, Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AppendRepository } from './append.repository';
import { withoutMarks } from './personal-texts';
import { ReviewRepository } from '../review/review.repository';
import { byKey } from './sentence';
import { sentences } from './sentences';

const bySubject = new Map(sentences.map(({ event, toSentence }) => [event.subject, toSentence]));

/** Records every event of the product in the chains of the companies that it concerns. */
@Controller()
export class Recorder {
  constructor(
    private readonly log: AppendRepository,
    private readonly reviews: ReviewRepository,
    private readonly outbox: Outbox,
  ) {}

  async record(payload: unknown, meta: EventMeta, tx: Tx): Promise<void> {
    this.append(payload, meta, tx);
  }

  @On(kycEvents.submitted)
  async submitted(payload: Payload<typeof kycEvents.submitted>, meta: EventMeta, tx: Tx): Promise<void> {
    await this.record(payload, meta, tx);
    await this.reviews.enqueue(tx, payload, new Date(meta.at));
    await this.outbox.event(
      tx,
      auditEvents.caseQueued,
      { caseId: payload.caseId },
      { kind: 'system', service: 'audit' },
    );
  }

  @On(identityEvents.accountDeleted)
  async accountDeleted(payload: Payload<typeof identityEvents.accountDeleted>, meta: EventMeta, tx: Tx): Promise<void> {
    const { userId, companyId, email } = payload;
    const [by] = this.append(payload, meta, tx);
    if (!by) throw new Error('An account was deleted and nothing was recorded');
    const subjects = [addressKey(email), userId, ...(companyId ? [companyId] : [])];
    this.log.erase(tx, { subjects, email, by, at: new Date(meta.at) });
    if (companyId) await this.reviews.remove(tx, companyId, 'undecided');
  }

  @On(kycEvents.registrationErased)
  async registrationErased(
    payload: Payload<typeof kycEvents.registrationErased>,
    meta: EventMeta,
    tx: Tx,
  ): Promise<void> {
    await this.record(payload, meta, tx);
    await this.reviews.remove(tx, payload.companyId);
  }

  /** @returns the ids of the entries */
  private append(given: unknown, event: EventMeta, tx: Tx): string[] {
    const toSentence = bySubject.get(event.subject);
    if (!toSentence) throw new Error(`No sentence for ${event.subject}`);
    const { payload, meta } = withoutMarks({ payload: given, meta: event });
    const { chains, message, reference = null } = toSentence(payload, meta);
    return this.log.append(tx, chains, meta, message + byKey(meta), reference);
  }
}

const handledSeparately: Event[] = [kycEvents.submitted, identityEvents.accountDeleted, kycEvents.registrationErased];

// `record` subscribes to all other events of the table
for (const { event } of sentences) {
  if (!handledSeparately.includes(event)) On(event)(Recorder.prototype, 'record', { value: Recorder.prototype.record });
}
