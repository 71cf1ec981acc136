import { Injectable } from '@nestjs/common';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { LogRepository } from './log.repository';
import { ReviewRepository } from './review.repository';
import { kycEvents } from '@tradepost/contracts/kyc';
import { sentences } from './sentences';
import type { Payload } from '@tradepost/contracts/define';

/** Writes every event of the product into the chains it concerns. */
@Injectable()
export class Recorder {
  constructor(
    private readonly log: LogRepository,
    private readonly reviews: ReviewRepository,
  ) {}

  async record(payload: unknown, meta: EventMeta, tx: Tx): Promise<void> {
    const found = sentences.find(({ event }) => event.subject === meta.subject);
    if (!found) throw new Error(`no sentence for ${meta.subject}`);
    const { chains, message } = found.say(payload, meta);
    await this.log.append(tx, chains.filter((chain) => chain !== null), meta, message);
    if (meta.subject === kycEvents.submitted.subject) await this.reviews.submitted(tx, payload as Payload<typeof kycEvents.submitted>, meta.at);
    if (meta.subject === kycEvents.statusChanged.subject) await this.reviews.statusChanged(tx, payload as Payload<typeof kycEvents.statusChanged>);
  }
}

// one method takes them all: the table says which there are
for (const { event } of sentences) On(event)(Recorder.prototype, 'record', { value: Recorder.prototype.record });
