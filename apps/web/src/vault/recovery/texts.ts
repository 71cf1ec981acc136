import { t } from '../../i18n/t';
import { errorMessage, problemOf } from '../texts';

const refused = t(
  'What the server sent about the recovery does not match, so nothing was done. Try again, and contact your administrator if this happens again.',
);
const incomplete = t('Too few members have given a share that matches. Ask the others to approve, too.');
const startedBefore = t(
  'Your password was changed since you asked the members. Stop this recovery and ask them again.',
);

/** The message for a failure around the shares of an owner. */
export function recoveryMessage(error: unknown): string {
  const problem = problemOf(error);
  if (problem === 'RECOVERY_REFUSED') return refused;
  if (problem === 'RECOVERY_INCOMPLETE') return incomplete;
  return problem === 'VAULT_LOCKED' ? startedBefore : errorMessage(error);
}
