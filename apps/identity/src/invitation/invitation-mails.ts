import { addressKey } from '@tradepost/contracts/values/address';
import type { Use } from '@tradepost/service-kit/limits/governor.repository';
import type { AccountRow } from '../account/account.entity';

/** What a mail of an invitation uses, of a partner or a member. */
export const mailUses = ({ id, email }: { id: string; email: string }, account: AccountRow | null): Use[] => [
  { limit: 'invitationResends', key: id },
  { limit: 'invitationMails', key: addressKey(email) },
  ...(account ? [] : [{ limit: 'unprovenMails' as const, key: addressKey(email) }]),
];
