import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { mailbox } from '@tradepost/contracts/values/address';
import { Work } from '@tradepost/service-kit/messaging/decorators';
import { mails } from '@tradepost/service-kit/observability/metrics';
import { log } from '@tradepost/service-kit/observability/logging';
import { localHosts } from '@tradepost/contracts/values/local-hosts';
import type { Transporter } from 'nodemailer';
import { CONFIG, type MailConfig } from './config';
import { MailChoices } from './mail-choices';
import { logoId, MailLogos } from './mail-logos';
import { mailSiteOf, type MailSite } from './mail-site';
import { openMailServer, tlsOf } from './mail-server';
import { render } from './render';

/** RFC 8058: one-click unsubscribe in mail programs. */
const oneClick = (unsubscribe: string) => ({
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

@Injectable()
export class MailHandler implements OnApplicationShutdown {
  private readonly transport: Transporter;
  private readonly site: MailSite;

  constructor(
    @Inject(CONFIG) private readonly config: MailConfig,
    private readonly choices: MailChoices,
    private readonly logos: MailLogos,
  ) {
    this.transport = openMailServer(config, { pool: true });
    this.site = mailSiteOf(config);
    const tls = tlsOf(config);
    const { host: server, hostname } = new URL(config.SMTP_URL);
    if (tls !== 'opportunistic') log.info({ server, tls }, 'mails are sent with TLS only');
    else if (!localHosts.has(hostname))
      log.warn({ server, tls }, 'mails are sent without TLS if the server does not offer it');
  }

  @Work(sendMail)
  async send(mail: Mail) {
    const { address, wanted, unsubscribe, language } = await this.choices.of(mail);
    if (!wanted) return mails.inc({ result: 'unwanted' });
    const logo = await this.logos.of(mail);
    try {
      await this.transport.sendMail({
        from: this.config.MAIL_FROM,
        to: { name: '', address: mailbox(address) },
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && oneClick(unsubscribe)) },
        ...(logo && {
          attachments: [{ cid: logoId, filename: 'logo.png', content: logo, contentDisposition: 'inline' }],
        }),
        ...render(mail, this.site, { language, unsubscribe, hasLogo: logo !== null }),
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
