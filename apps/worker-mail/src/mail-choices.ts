import { Injectable } from '@nestjs/common';
import type { Mail } from '@tradepost/contracts/jobs';
import { kindOfMail, notification } from '@tradepost/contracts/notification';
import { Rpc } from '@tradepost/service-kit/rpc';

export interface MailChoice {
  wanted: boolean;
  /** Address that stops mails of this kind; null for those that are always sent. */
  unsubscribe: string | null;
}

/** What the person a mail is for has chosen. */
@Injectable()
export class MailChoices {
  constructor(private readonly rpc: Rpc) {}

  async of({ template, to }: Mail): Promise<MailChoice> {
    const kind = kindOfMail[template];
    if (!kind) return { wanted: true, unsubscribe: null };
    return this.rpc.call(notification.mailChoice, { to, kind }, { kind: 'system', service: 'worker-mail' });
  }
}
