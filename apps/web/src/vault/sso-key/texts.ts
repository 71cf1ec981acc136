import { t } from '../../i18n/t';
import { companyMessage } from '../company/texts';
import { problemOf } from '../texts';

const otherKey = t(
  'This does not open your key. If you have lost your recovery key, create another key: the owner then compares its security number and gives you the encryption keys again.',
);

/** The message for a failure around the key of a person without a password. */
export const ssoMessage = (error: unknown): string =>
  problemOf(error) === 'VAULT_LOCKED' ? otherKey : companyMessage(error);
