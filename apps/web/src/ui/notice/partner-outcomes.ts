import type { InviteOutcome } from '@tradepost/contracts/identity';
import { t } from '../../i18n/t';

/** Why an address gets no invitation, after the address. */
export const outcomeTexts: Record<Exclude<InviteOutcome, 'invited'>, string> = {
  'already-invited': t('was already invited'),
  'own-address': t('is your own address'),
  invalid: t('is not a valid address'),
};
