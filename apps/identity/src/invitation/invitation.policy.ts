import { sameAddress } from '@tradepost/contracts/values/address';
import { isAddress } from '@tradepost/contracts/values/fields';
import type { InvitationStatus, InviteOutcome } from '@tradepost/contracts/identity';
import { day, minute } from '@tradepost/service-kit/runtime/durations';

const maxMailsPerDay = 5;

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

/** The mails that still count towards the daily limit. */
export const ofLastDay = (mailedAt: Date[], now: Date) => mailedAt.filter((at) => now.getTime() - at.getTime() < day);

/**
 * How long until an invitation may be mailed again: at most once a minute and five times a day.
 * @param mailedAt the mails of the last day, oldest first
 * @returns seconds; 0 when it may be mailed now
 */
export function mailDelay(mailedAt: Date[], now: Date): number {
  const [oldest, newest] = [mailedAt[0], mailedAt.at(-1)];
  if (!oldest || !newest) return 0;
  const until =
    mailedAt.length >= maxMailsPerDay
      ? Math.max(oldest.getTime() + day, newest.getTime() + minute)
      : newest.getTime() + minute;
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}
