import { sameEmail } from '@tradepost/contracts/actor';
import { emailPattern } from '@tradepost/contracts/fields';
import type { InvitationStatus, InviteOutcome } from '@tradepost/contracts/identity';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const mailsADay = 5;

/** Invitations that stand: the address belongs to a partner, or may become one's. */
export const standing: readonly InvitationStatus[] = ['pending', 'accepted'];

/** What becomes of one address of an invitation. */
export function outcomeOf(email: string, own: string, known: InvitationStatus | undefined): InviteOutcome {
  if (!emailPattern.test(email) || email.length > 254) return 'invalid';
  if (sameEmail(email, own)) return 'own-address';
  return known && standing.includes(known) ? 'already-invited' : 'invited';
}

/** What an invitation becomes when one side gives it up; one that does not stand stays what it is. */
export function statusAfterEnd(status: InvitationStatus, by: 'inviter' | 'invited'): InvitationStatus {
  if (status === 'accepted') return 'ended';
  if (status !== 'pending') return status;
  return by === 'inviter' ? 'withdrawn' : 'declined';
}

/** Of the mails sent, those that still count. */
export const ofLastDay = (mailedAt: Date[], now: Date) => mailedAt.filter((at) => now.getTime() - at.getTime() < dayMs);

/**
 * How long until an invitation may be mailed again: at most once a minute and five times a day.
 * @param mailedAt the mails of the last day, oldest first
 * @returns seconds; 0 when it may be now
 */
export function mailDelay(mailedAt: Date[], now: Date): number {
  const [oldest, newest] = [mailedAt[0], mailedAt.at(-1)];
  if (!oldest || !newest) return 0;
  const until =
    mailedAt.length >= mailsADay
      ? Math.max(oldest.getTime() + dayMs, newest.getTime() + minuteMs)
      : newest.getTime() + minuteMs;
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}
