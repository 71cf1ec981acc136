import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { ContactsRepository } from './contacts.repository';
import { NoticesRepository } from './notices.repository';
import { PreferencesRepository } from './preferences.repository';
import { DeliveriesRepository } from './webhooks/deliveries.repository';
import { WebhooksRepository } from './webhooks/webhooks.repository';

/** Whoever goes is told nothing more, and what was told is forgotten. */
@Injectable()
export class DeletedAccountsHandler {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly notices: NoticesRepository,
    private readonly preferences: PreferencesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  @On(identityEvents.accountDeleted)
  async accountDeleted(
    { userId, companyId, email }: Payload<typeof identityEvents.accountDeleted>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notices.forgetPerson(tx, { userId, companyId, email });
    await this.preferences.forget(tx, email);
    await this.deliveries.forgetPerson(tx, email);
    if (!companyId) return;
    await this.contacts.keep(tx, { companyId, email: null });
    await this.webhooks.removeOf(tx, companyId);
  }
}
