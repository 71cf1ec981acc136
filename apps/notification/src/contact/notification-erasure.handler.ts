import { Controller } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { KnownMembersRepository } from '@tradepost/service-kit/members/known-members.repository';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { KnownAbsencesRepository } from '../absence/absences.repository';
import { ContactsRepository } from './contacts.repository';
import { Notifier } from '../feed/notifier';
import { NotificationsRepository } from '../feed/notifications.repository';
import { PreferencesRepository } from '../preference/preferences.repository';
import { WebhookDeliveriesRepository } from '../webhook/deliveries.repository';
import { WebhooksRepository } from '../webhook/webhooks.repository';

/** Deletes the notifications, preferences and webhooks of a deleted account. */
@Controller()
export class NotificationErasureHandler {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly notifier: Notifier,
    private readonly notifications: NotificationsRepository,
    private readonly members: KnownMembersRepository,
    private readonly absences: KnownAbsencesRepository,
    private readonly preferences: PreferencesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly governor: Governor,
  ) {}

  @On(identityEvents.accountDeleted)
  async accountDeleted(
    { userId, companyId, email }: Payload<typeof identityEvents.accountDeleted>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.write(tx);
    await this.notifications.deletePerson(tx, { userId, companyId, email });
    await this.members.erase(tx, { userId, companyId });
    await this.absences.erase(tx, { userId, companyId });
    await this.preferences.remove(tx, email);
    await this.governor.forget(tx, [addressKey(email)]);
    await this.deliveries.deletePerson(tx, email);
    if (!companyId) return;
    await this.contacts.save(tx, companyId, null);
    await this.webhooks.removeOf(tx, companyId);
  }
}
