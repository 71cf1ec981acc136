import { Inject, Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { HandoverStep } from '@tradepost/contracts/encryption/key-handover';
import { identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type IdentityConfig } from '../config';
import type { KeyHandoverRow } from './key-handover.entity';

/** Publishes each step, and mails the person that a device asks for the key, and that it has got it: with a stolen session, neither happens unnoticed. */
@Injectable()
export class KeyHandoverNotices {
  constructor(
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  async publish(
    tx: Tx,
    { agent, ip }: Pick<KeyHandoverRow, 'agent' | 'ip'>,
    step: HandoverStep,
    actor: UserActor,
  ): Promise<void> {
    const { companyId, companyName } = companyOf(actor);
    const { userId, email, firstName } = actor;
    await this.outbox.event(
      tx,
      identityEvents.keyHandoverChanged,
      { companyId, companyName, userId, handover: step },
      actor,
    );
    if (step !== 'asked' && step !== 'taken') return;
    const at = new Date().toISOString();
    const link = `${this.config.ORIGIN}/profile#encryption`;
    const data = { firstName, taken: step === 'taken', agent, at, ip, link };
    const mail = { template: 'key-handover', to: email, data } as const;
    // not by the id of the request, which the device chooses: a job with the key of an earlier one is dropped
    await this.outbox.job(tx, sendMail, mail, { key: `key-handover-${uuidv7()}` });
  }
}
