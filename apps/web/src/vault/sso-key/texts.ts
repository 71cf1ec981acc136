import { t } from '../../i18n/t';
import { companyMessage } from '../company/texts';
import { problemOf } from '../texts';

const otherKey = t(
  'This does not open your key. If you have lost your recovery key, create another key: the owner then compares its security number and gives you the encryption keys again.',
);

const notOpened = t(
  'What arrived does not open your key, so it was not used. Ask again, and contact your administrator if this happens again.',
);
const notGiven = t(
  'What the server sent does not match, so nothing was given. Ask again on the other device, and contact your administrator if this happens again.',
);

/** The message for a failure while a device gives the key to another one. */
export function handoverMessage(error: unknown): string {
  const problem = problemOf(error);
  if (problem === 'HANDOVER_REFUSED') return notGiven;
  return problem === 'VAULT_LOCKED' || problem === 'MALFORMED' ? notOpened : companyMessage(error);
}

/** The message for a failure around the key of a person without a password. */
export function ssoMessage(error: unknown): string {
  const problem = problemOf(error);
  if (problem === 'HANDOVER_REFUSED') return notGiven;
  return problem === 'VAULT_LOCKED' ? otherKey : companyMessage(error);
}
