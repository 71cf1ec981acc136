import { createHash } from 'node:crypto';
import { hour } from '@tradepost/service-kit/runtime/durations';
import type { AccountRow } from '../account/account.entity';
import type { SignupAttemptRow } from './signup-attempt.entity';

export const attemptLifetimeMs = hour;

export const ticketHash = (ticket: string) => createHash('sha256').update(ticket).digest('hex');

/** The account that an attempt becomes. */
export const accountOf = ({ id, email, addressKey, pending }: SignupAttemptRow, now: Date): AccountRow => ({
  id,
  email,
  addressKey,
  ...pending,
  // attempts of an earlier version have none
  language: pending.language ?? null,
  verifiedAt: now,
  createdAt: now,
  suspendedAt: null,
  suspendedFor: null,
  deletionAt: null,
  deletedAt: null,
});
