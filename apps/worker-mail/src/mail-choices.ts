import { Injectable } from '@nestjs/common';
import { identity } from '@tradepost/contracts/identity';
import type { Mail } from '@tradepost/contracts/jobs';
import { mailKindOfTemplate, notification } from '@tradepost/contracts/notification';
import type { Language } from '@tradepost/contracts/values/language';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { self } from './self';

export interface MailChoice {
  /** The mailbox: that of the new owner, for an account that was handed over. */
  address: string;
  /** The recipient's; for one without an account that of the form or of the sender. */
  language: Language;
  wanted: boolean;
  /** The unsubscribe link; null for mails that are always sent. */
  unsubscribe: string | null;
}

/** Who wrote to an address that may have no account: their language is the best guess. */
function senderOf(mail: Mail): string | null {
  if (mail.template === 'invitation') return mail.data.inviterEmail;
  return mail.template === 'folder-delivered' ? mail.data.senderEmail || null : null;
}

/** The mailbox, the mail preferences and the language of a mail's recipient. */
@Injectable()
export class MailChoices {
  constructor(private readonly rpc: Rpc) {}

  async of(mail: Mail): Promise<MailChoice> {
    const { to, memberOf: companyId } = mail;
    const kind = mailKindOfTemplate[mail.template];
    const [reader, choice] = await Promise.all([
      this.readerOf(mail),
      kind
        ? this.rpc.call(notification.mailChoice, { to, kind, ...(companyId && { companyId }) }, self)
        : { wanted: true, unsubscribe: null },
    ]);
    const language = reader.language ?? mail.language ?? (await this.languageOf(senderOf(mail))) ?? 'en';
    return { ...choice, address: reader.address, language };
  }

  /** That a company was handed over is for the one who was its owner until then. */
  private async readerOf({ to, template }: Mail): Promise<{ address: string; language: Language | null }> {
    if (template === 'handed-over') return { address: to, language: null };
    const { address = to, language } = await this.rpc.call(identity.languageOf, { email: to }, self);
    return { address, language };
  }

  private async languageOf(email: string | null): Promise<Language | null> {
    return email === null ? null : (await this.rpc.call(identity.languageOf, { email }, self)).language;
  }
}
