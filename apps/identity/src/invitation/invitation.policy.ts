import type { UserActor } from '@tradepost/contracts/actor';
import { accountOf } from '@tradepost/contracts/roles';
import { sameAddress } from '@tradepost/contracts/values/address';
import { isNewAddress } from '@tradepost/contracts/values/fields';
import type { InvitationStatus, InviteOutcome } from '@tradepost/contracts/identity';

/** Statuses in which the address belongs to a partner or may become one's. */
export const activeStatuses: readonly InvitationStatus[] = ['pending', 'accepted'];

/** The outcome for one address of an invitation. */
export function outcomeOf(email: string, own: string, known: InvitationStatus | undefined): InviteOutcome {
  if (!isNewAddress(email)) return 'invalid';
  if (sameAddress(email, own)) return 'own-address';
  return known && activeStatuses.includes(known) ? 'already-invited' : 'invited';
}

/** The company that the person acts for, as a side of partnerships: its owner's account and address. */
export const partyOf = (actor: UserActor) => ({ ...accountOf(actor), companyId: actor.companyId });

export type Side = 'inviter' | 'invited';

/** The side of a company: it sent the invitation, or its owner received it. */
export const sideOf = ({ companyId: inviter }: { companyId: string }, companyId: string | null): Side =>
  inviter === companyId ? 'inviter' : 'invited';

/** The inviter sees an invitation in every status, the invited side only an active one. */
export const isVisibleTo = (side: Side, status: InvitationStatus) =>
  side === 'inviter' || activeStatuses.includes(status);

/** The status after one side ends an invitation; one that is neither pending nor accepted keeps its status. */
export function statusAfterEnd(status: InvitationStatus, by: Side): InvitationStatus {
  if (status === 'accepted') return 'ended';
  if (status !== 'pending') return status;
  return by === 'inviter' ? 'withdrawn' : 'declined';
}
