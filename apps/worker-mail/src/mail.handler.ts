import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { Work } from '@tradepost/service-kit/decorators';
import { createTransport, type Transporter } from 'nodemailer';
import { CONFIG, type MailConfig } from './config';
import { render } from './render';

const patienceMs = 15_000;

@Injectable()
export class MailHandler implements OnApplicationShutdown {
  private readonly transport: Transporter;

  constructor(@Inject(CONFIG) private readonly config: MailConfig) {
    this.transport = createTransport({ url: config.SMTP_URL, pool: true, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs } as object);
  }

  @Work(sendMail)
  async send(mail: Mail) {
    await this.transport.sendMail({ from: this.config.MAIL_FROM, to: { name: '', address: mail.to }, ...render(mail) });
  }

  onApplicationShutdown() {
    this.transport.close();
  }
}
