import { sameAddress } from '@tradepost/contracts/values/address';
import { isAddress } from '@tradepost/contracts/values/fields';
import type { InvitationStatus, InviteOutcome } from '@tradepost/contracts/identity';

/** Statuses in which the address belongs to a partner or may become one's. */
export const activeStatuses: readonly InvitationStatus[] = ['pending', 'accepted'];

/** The outcome for one address of an invitation. */
export function outcomeOf(email: string, own: string, known: InvitationStatus | undefined): InviteOutcome {
  if (!isAddress(email)) return 'invalid';
  if (sameAddress(email, own)) return 'own-address';
  return known && activeStatuses.includes(known) ? 'already-invited' : 'invited';
}

/** The status after one side ends an invitation; one that is neither pending nor accepted keeps its status. */
export function statusAfterEnd(status: InvitationStatus, by: 'inviter' | 'invited'): InvitationStatus {
  if (status === 'accepted') return 'ended';
  if (status !== 'pending') return status;
  return by === 'inviter' ? 'withdrawn' : 'declined';
}
