import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { mailbox } from '@tradepost/contracts/values/address';
import { Work } from '@tradepost/service-kit/messaging/decorators';
import { mails } from '@tradepost/service-kit/observability/metrics';
import { createTransport, type Transporter } from 'nodemailer';
import { CONFIG, type MailConfig } from './config';
import { MailChoices } from './mail-choices';
import { second } from '@tradepost/service-kit/runtime/durations';
import { render } from './render';

const timeoutMs = 15 * second;

/** RFC 8058: one-click unsubscribe in mail programs. */
const oneClick = (unsubscribe: string) => ({
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

@Injectable()
export class MailHandler implements OnApplicationShutdown {
  private readonly transport: Transporter;

  constructor(
    @Inject(CONFIG) private readonly config: MailConfig,
    private readonly choices: MailChoices,
  ) {
    this.transport = createTransport({
      url: config.SMTP_URL,
      pool: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    } as object);
  }

  @Work(sendMail)
  async send(mail: Mail) {
    const { wanted, unsubscribe } = await this.choices.of(mail);
    if (!wanted) return mails.inc({ result: 'unwanted' });
    try {
      await this.transport.sendMail({
        from: this.config.MAIL_FROM,
        to: { name: '', address: mailbox(mail.to) },
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && oneClick(unsubscribe)) },
        ...render(mail, unsubscribe),
      });
    } catch (error) {
      mails.inc({ result: 'failed' });
      throw error;
    }
    mails.inc({ result: 'sent' });
  }

  onApplicationShutdown() {
    this.transport.close();
  }
}
