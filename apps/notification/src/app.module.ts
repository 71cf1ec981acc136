import { Module } from '@nestjs/common';
import { notification, notificationEvents } from '@tradepost/contracts/notification';
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

@Module(
  service({
    name: 'notification',
    commands: notification,
    events: notificationEvents,
    entities: notificationDatabase.entities,
    migrations: notificationDatabase.migrations,
    needs: ['queue'],
    handlers: [NotificationHandler, RequestsHandler, ReviewHandler, FeedHandler, PreferencesHandler, DeletedAccountsHandler],
    providers: [{ provide: CONFIG, useFactory: readNotificationConfig }, ContactsRepository, NoticesRepository, PreferencesRepository, Teller],
  }),
)
export class NotificationModule {}
