import { Module } from '@nestjs/common';
import { worker } from '@tradepost/service-kit/jobs/worker';
import { CONFIG, readMailConfig } from './config';
import { MailChoices } from './mail-choices';
import { MailLogos } from './mail-logos';
import { MailHandler } from './mail.handler';

@Module(
  worker({
    name: 'worker-mail',
    queue: 'mail',
    concurrency: 4,
    handlers: [MailHandler],
    providers: [{ provide: CONFIG, useFactory: readMailConfig }, MailChoices, MailLogos],
  }),
)
export class WorkerMailModule {}
