import { Module } from '@nestjs/common';
import { notification, notificationEvents } from '@tradepost/contracts/notification';
import { webhookEvents, webhooks } from '@tradepost/contracts/webhooks';
import { service } from '@tradepost/service-kit/service';
import { CONFIG, readNotificationConfig } from './config';
import { ContactsRepository } from './contacts.repository';
import { notificationDatabase } from './data-source';
import { DeletedAccountsHandler } from './deleted-accounts.handler';
import { FeedHandler } from './feed.handler';
import { NoticesRepository } from './notices.repository';
import { NotificationHandler } from './notification.handler';
import { PreferencesHandler } from './preferences.handler';
import { PreferencesRepository } from './preferences.repository';
import { RequestsHandler } from './requests.handler';
import { ReviewHandler } from './review.handler';
import { Teller } from './teller';
import { Courier } from './webhooks/courier';
import { DeliveriesHandler } from './webhooks/deliveries.handler';
import { DeliveriesRepository } from './webhooks/deliveries.repository';
import { Dispatcher } from './webhooks/dispatcher';
import { Outcomes } from './webhooks/outcomes';
import { RESOLVE, resolveByDns } from './webhooks/target';
import { WebhookUpkeep } from './webhooks/upkeep';
import { WaitingGauge } from './webhooks/waiting.gauge';
import { WebhookSecrets } from './webhooks/webhook-secrets';
import { WebhooksHandler } from './webhooks/webhooks.handler';
import { WebhooksRepository } from './webhooks/webhooks.repository';

@Module(
  service({
    name: 'notification',
    commands: { ...notification, ...webhooks },
    events: { ...notificationEvents, ...webhookEvents },
    entities: notificationDatabase.entities,
    migrations: notificationDatabase.migrations,
    needs: ['queue'],
    handlers: [
      NotificationHandler,
      RequestsHandler,
      ReviewHandler,
      FeedHandler,
      PreferencesHandler,
      DeletedAccountsHandler,
      WebhooksHandler,
      DeliveriesHandler,
    ],
    providers: [
      { provide: CONFIG, useFactory: readNotificationConfig },
      { provide: RESOLVE, useValue: resolveByDns },
      ContactsRepository,
      NoticesRepository,
      PreferencesRepository,
      Teller,
      WebhooksRepository,
      DeliveriesRepository,
      WebhookSecrets,
      Courier,
      Outcomes,
      Dispatcher,
      WebhookUpkeep,
      WaitingGauge,
    ],
  }),
)
export class NotificationModule {}
