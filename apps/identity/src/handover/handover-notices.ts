import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents, type HandoverStage } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import { CONFIG, type IdentityConfig } from '../config';
import type { FoundHandover } from './handovers.repository';

interface Company {
  companyId: string;
  companyName: string;
}

/** Publishes and mails each stage to both people: no company changes its owner unnoticed. */
@Injectable()
export class HandoverNotices {
  constructor(
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  async publish(
    tx: Tx,
    { companyId, companyName }: Company,
    { email, toId, toEmail }: Pick<FoundHandover, 'email' | 'toId' | 'toEmail'>,
    stage: HandoverStage,
    actor: UserActor,
  ): Promise<void> {
    await this.outbox.event(
      tx,
      identityEvents.handoverChanged,
      { companyId, companyName, stage, email, toId, toEmail },
      actor,
    );
    const link = `${this.config.ORIGIN}/profile#members`;
    const at = new Date().toISOString();
    const data = { companyName, stage, by: actor.email, toEmail, at, ip: actor.ip, link };
    // what the address of the company gets goes to the new owner then
    for (const to of stage === 'accepted' ? [toEmail] : [email, toEmail])
      await this.outbox.job(
        tx,
        sendMail,
        { template: 'handover-changed', to, data },
        { key: `handover-changed-${uuidv7()}` },
      );
  }

  /** To the own mailbox of the person who was the owner. */
  async mailFormer(
    tx: Tx,
    { companyName }: Company,
    { email, firstName, language }: Pick<AccountRow, 'email' | 'firstName' | 'language'>,
    { email: toEmail, ip }: UserActor,
  ): Promise<void> {
    const data = { firstName, companyName, toEmail, at: new Date().toISOString(), ip };
    await this.outbox.job(
      tx,
      sendMail,
      { template: 'handed-over', to: email, data, ...(language && { language }) },
      { key: `handed-over-${uuidv7()}` },
    );
  }
}
