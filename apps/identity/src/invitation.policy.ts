import { sameEmail } from '@tradepost/contracts/actor';
import { emailPattern } from '@tradepost/contracts/fields';
import type { InvitationStatus, InviteOutcome } from '@tradepost/contracts/identity';

/** What becomes of one address of an invitation. */
export function outcomeOf(email: string, own: string, known: InvitationStatus | undefined): InviteOutcome {
  if (!emailPattern.test(email) || email.length > 254) return 'invalid';
  if (sameEmail(email, own)) return 'own-address';
  return known === 'pending' || known === 'accepted' ? 'already-invited' : 'invited';
}
