import { Module } from '@nestjs/common';
import { notificationEvents } from '@tradepost/contracts/live-updates';
import { notification } from '@tradepost/contracts/notification';
import { webhookEvents, webhooks } from '@tradepost/contracts/webhooks';
import { service } from '@tradepost/service-kit/runtime/service';
import { CONFIG, readNotificationConfig } from './config';
import { ContactsRepository } from './contact/contacts.repository';
import { notificationDatabase } from './data-source';
import { NotificationErasureHandler } from './contact/notification-erasure.handler';
import { FeedHandler } from './feed/feed.handler';
import { NotificationsRepository } from './feed/notifications.repository';
import { PartnerNotificationsHandler } from './event/partner-notifications.handler';
import { PreferencesHandler } from './preference/preferences.handler';
import { PreferencesRepository } from './preference/preferences.repository';
import { RequestNotificationsHandler } from './event/request-notifications.handler';
import { ReviewUpdatesHandler } from './event/review-updates.handler';
import { MemberNotificationsHandler } from './member/member-notifications.handler';
import { KnownAbsencesRepository } from './absence/absences.repository';
import { KnownMembersRepository } from '@tradepost/service-kit/members/known-members.repository';
import { ListedMembersRepository } from './member/listed-members.repository';
import { Notifier } from './feed/notifier';
import { WebhookSender } from './webhook/webhook-sender';
import { WebhookDeliveriesHandler } from './webhook/webhook-deliveries.handler';
import { WebhookDeliveriesRepository } from './webhook/deliveries.repository';
import { WebhookDispatcher } from './webhook/dispatcher';
import { Outcomes } from './webhook/outcomes';
import { RESOLVE, resolveByDns } from '@tradepost/service-kit/outbound/target';
import { WebhookMaintenance } from './webhook/webhook-maintenance';
import { WaitingGauge } from './webhook/waiting.gauge';
import { WebhookSecrets } from './webhook/webhook-secrets';
import { WebhooksHandler } from './webhook/webhooks.handler';
import { WebhooksRepository } from './webhook/webhooks.repository';

@Module(
  service({
    name: 'notification',
    commands: { ...notification, ...webhooks },
    events: { ...notificationEvents, ...webhookEvents },
    entities: notificationDatabase.entities,
    migrations: notificationDatabase.migrations,
    needs: ['queue'],
    handlers: [
      PartnerNotificationsHandler,
      RequestNotificationsHandler,
      ReviewUpdatesHandler,
      MemberNotificationsHandler,
      FeedHandler,
      PreferencesHandler,
      NotificationErasureHandler,
      WebhooksHandler,
      WebhookDeliveriesHandler,
    ],
    providers: [
      { provide: CONFIG, useFactory: readNotificationConfig },
      { provide: RESOLVE, useValue: resolveByDns },
      ContactsRepository,
      KnownAbsencesRepository,
      KnownMembersRepository,
      ListedMembersRepository,
      NotificationsRepository,
      PreferencesRepository,
      Notifier,
      WebhooksRepository,
      WebhookDeliveriesRepository,
      WebhookSecrets,
      WebhookSender,
      Outcomes,
      WebhookDispatcher,
      WebhookMaintenance,
      WaitingGauge,
    ],
  }),
)
export class NotificationModule {}
