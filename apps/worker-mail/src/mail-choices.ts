import { Injectable } from '@nestjs/common';
import { identity } from '@tradepost/contracts/identity';
import type { Mail } from '@tradepost/contracts/jobs';
import { mailKindOfTemplate, notification } from '@tradepost/contracts/notification';
import type { Language } from '@tradepost/contracts/values/language';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { self } from './self';

export interface MailChoice {
  /** The recipient's. */
  language: Language;
  wanted: boolean;
  /** The unsubscribe link; null for mails that are always sent. */
  unsubscribe: string | null;
}

/** The mail preferences and the language of a mail's recipient. */
@Injectable()
export class MailChoices {
  constructor(private readonly rpc: Rpc) {}

  async of({ template, to, language: given = 'en' }: Mail): Promise<MailChoice> {
    const kind = mailKindOfTemplate[template];
    const [{ language }, choice] = await Promise.all([
      this.rpc.call(identity.languageOf, { email: to }, self),
      kind ? this.rpc.call(notification.mailChoice, { to, kind }, self) : { wanted: true, unsubscribe: null },
    ]);
    return { ...choice, language: language ?? given };
  }
}
