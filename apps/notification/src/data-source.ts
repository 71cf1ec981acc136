import { KnownAbsenceRow } from './absence/absence.entity';
import { Absences1797400000000 } from './migrations/1797400000000-absences';
import { LinksSince1797400001000 } from './migrations/1797400001000-links-since';
import { ContactRow } from './contact/contact.entity';
import { Contacts1760000002000 } from './migrations/1760000002000-contacts';
import { Feed1763690000000 } from './migrations/1763690000000-feed';
import { DeletedContacts1763700000000 } from './migrations/1763700000000-deleted-contacts';
import { Webhooks1763710000010 } from './migrations/1763710000010-webhooks';
import { AddressKeys1795401000000 } from './migrations/1795401000000-address-keys';
import { Members1797000000000 } from './migrations/1797000000000-members';
import { MemberRow } from '@tradepost/service-kit/members/member.entity';
import { NotificationRow } from './feed/notification.entity';
import { PreferenceRow } from './preference/preference.entity';
import { DeliveryRow, WebhookRow } from './webhook/webhook.entity';

export const notificationDatabase = {
  schema: 'notification',
  entities: [KnownAbsenceRow, ContactRow, MemberRow, NotificationRow, PreferenceRow, WebhookRow, DeliveryRow],
  migrations: [
    Contacts1760000002000,
    Feed1763690000000,
    DeletedContacts1763700000000,
    Webhooks1763710000010,
    AddressKeys1795401000000,
    Members1797000000000,
    Absences1797400000000,
    LinksSince1797400001000,
  ],
};
