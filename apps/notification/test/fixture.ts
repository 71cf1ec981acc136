import type { UserActor } from '@tradepost/contracts/actor';
import type { Event, Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Mail } from '@tradepost/contracts/jobs';
import { notificationEvents } from '@tradepost/contracts/live-updates';
import { startService, userActor, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { NotificationModule } from '../src/app.module';
import { notificationDatabase } from '../src/data-source';

export const origin = 'https://trade.example.com';

export const startNotification = (env: Record<string, string> = {}) =>
  startService({
    module: NotificationModule,
    database: notificationDatabase,
    env: {
      ORIGIN: origin,
      UNSUBSCRIBE_KEY: 'a key of the tests, 32 characters',
      WEBHOOK_KEY: 'another key of the tests, 32 characters',
      WEBHOOK_ALLOW_PRIVATE: 'false',
      ...env,
    },
  });

/** A sender of a company that the service knows, and a receiver. */
export async function people(service: ServiceUnderTest) {
  const sender = userActor({ email: `${uuidv7()}@harbour.example`, companyName: 'Harbour' });
  const receiver = userActor({
    email: `Rui-${uuidv7()}@lisboa.example`,
    companyName: 'Lisboa',
    userType: 'receiver',
    kycStatus: 'NotRequired',
  });
  for (const person of [sender, receiver])
    await service.deliverEvent(identityEvents.companySaved, companyOf(person, false));
  return { sender, receiver };
}

export const companyOf = (
  { companyId, companyName, userId, email, firstName, userType }: UserActor,
  created: boolean,
) => ({
  companyId: companyId as string,
  companyName: companyName as string,
  userId,
  email,
  firstName,
  userType,
  created,
});

export const requestOf = (sender: UserActor, receiver: UserActor) => ({
  requestId: uuidv7(),
  companyId: sender.companyId as string,
  companyName: sender.companyName as string,
  receiverUserId: receiver.userId,
  receiverEmail: receiver.email,
  receiverCompanyId: receiver.companyId,
  receiverCompanyName: receiver.companyName,
  fileNames: ['prices.csv'],
  folderNames: ['Trade'],
});

/** What follows from an event that the bus delivers three times: live events, and mails as `template to`. */
export async function following<E extends Event>(
  service: ServiceUnderTest,
  event: E,
  payload: Payload<E>,
  actor: UserActor | null = null,
) {
  const [lived, mailed] = [
    (await service.published(notificationEvents.posted)).length,
    (await service.jobs('mail')).length,
  ];
  const id = uuidv7();
  for (let i = 0; i < 3; i += 1) await service.deliverEvent(event, payload, { id, actor });
  const live = (await service.published(notificationEvents.posted)).slice(lived);
  const mails = (await service.jobs('mail')).slice(mailed).map((job) => job.payload as Mail);
  return { live, mails, sent: mails.map(({ template, to }) => `${template} ${to}`) };
}
