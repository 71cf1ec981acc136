import { Module } from '@nestjs/common';
import { notification, notificationEvents } from '@tradepost/contracts/notification';
import { service } from '@tradepost/service-kit/service';
import { CONFIG, readNotificationConfig } from './config';
import { ContactsRepository } from './contacts.repository';
import { notificationDatabase } from './data-source';
import { NotificationHandler } from './notification.handler';
import { RequestsHandler } from './requests.handler';
import { Teller } from './teller';

@Module(
  service({
    name: 'notification',
    commands: notification,
    events: notificationEvents,
    entities: notificationDatabase.entities,
    migrations: notificationDatabase.migrations,
    handlers: [NotificationHandler, RequestsHandler],
    providers: [{ provide: CONFIG, useFactory: readNotificationConfig }, ContactsRepository, Teller],
  }),
)
export class NotificationModule {}
