import { Injectable } from '@nestjs/common';
import type { Mail } from '@tradepost/contracts/jobs';
import { mailKindOfTemplate, notification } from '@tradepost/contracts/notification';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';

export interface MailChoice {
  wanted: boolean;
  /** The unsubscribe link; null for mails that are always sent. */
  unsubscribe: string | null;
}

/** The mail preferences of a mail's recipient. */
@Injectable()
export class MailChoices {
  constructor(private readonly rpc: Rpc) {}

  async of({ template, to }: Mail): Promise<MailChoice> {
    const kind = mailKindOfTemplate[template];
    if (!kind) return { wanted: true, unsubscribe: null };
    return this.rpc.call(notification.mailChoice, { to, kind }, { kind: 'system', service: 'worker-mail' });
  }
}
