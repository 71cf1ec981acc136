import type { FoundContact } from '@tradepost/client/contacts/found-contact';
import { t } from '../i18n/t';

/** A contact's keys differ from the known ones: nothing is sealed or opened until the person confirms the new keys. */
export class KeyChanged extends Error {
  override readonly name = 'KeyChanged';

  constructor(
    readonly contact: FoundContact,
    who: string,
  ) {
    super(t('{who}’s security number changed.', { who }));
  }
}
