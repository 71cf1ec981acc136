import { t } from '../../i18n/t';
import { errorMessage, problemOf } from '../texts';

const keyChanged = t(
  'The server sent other keys of the company than the ones that you compared, so they are not used. Close this dialog and try again, and contact your administrator if this happens again.',
);
const resetSince = t(
  'Your password was reset since you made your key as a member, so it no longer opens it. Create another key: the owner then compares its security number and gives you the encryption keys again.',
);

const notNamed = t(
  'The record of your company does not name you as its next owner, so nothing was sent. Ask the owner to hand the company over again.',
);

/** The message for a failure around the keys of a company. */
export function companyMessage(error: unknown): string {
  const problem = problemOf(error);
  if (problem === 'KEY_CHANGED') return keyChanged;
  if (problem === 'HANDOVER_REFUSED') return notNamed;
  return problem === 'VAULT_LOCKED' ? resetSince : errorMessage(error);
}
