import type { MemberInviteOutcome } from '@tradepost/contracts/identity';
import { t } from '../../i18n/t';

/** What happened to an address that needs no invitation, after the address. */
export const outcomeTexts: Record<Exclude<MemberInviteOutcome, 'invited'>, string> = {
  'already-invited': t('was already invited'),
  'already-member': t('is a member already'),
  'own-address': t('is your own address'),
  invalid: t('is not a valid address'),
};
