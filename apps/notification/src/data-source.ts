import { ContactRow } from './contact.entity';
import { Contacts1760000002000 } from './migrations/1760000002000-contacts';

export const notificationDatabase = { schema: 'notification', entities: [ContactRow], migrations: [Contacts1760000002000] };
