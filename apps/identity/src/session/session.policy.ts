import { createHash } from 'node:crypto';
import type { UserType } from '@tradepost/contracts/actor';
import { minute, second } from '@tradepost/service-kit/runtime/durations';

/** Admins sign in through the senders' portal. */
export const mayEnter = (userType: UserType, portal: 'sender' | 'receiver') =>
  (portal === 'receiver') === (userType === 'receiver');

/** Admins must use two-step sign-in. */
export const mustEnrol = (userType: UserType, hasTotp: boolean) => userType === 'admin' && !hasTotp;

/** Identifies the kind of browser, without its version. */
export const deviceMark = (agent: string) => createHash('sha256').update(agent.replace(/\d+/g, '')).digest('hex');

/** Failed logins count for this long. */
export const failureWindowMs = 15 * minute;

export interface LoginLimits {
  freeFailures: number;
  perAccount: number;
  perAddress: number;
}

/**
 * How long a login has to wait, given the failures within `failureWindowMs`.
 * @param failures `ofPair`: of this account from this address, oldest first
 * @returns seconds; 0 when it may proceed
 */
export function loginDelay(
  { ofPair, ofAccount, ofAddress }: { ofPair: Date[]; ofAccount: number; ofAddress: number },
  { freeFailures, perAccount, perAddress }: LoginLimits,
  now: Date,
): number {
  if (ofAccount >= perAccount || ofAddress >= perAddress) return failureWindowMs / second;
  const last = ofPair.at(-1);
  if (!last || ofPair.length < freeFailures) return 0;
  const waitMs = Math.min(failureWindowMs, second * 2 ** (ofPair.length - freeFailures));
  return Math.max(0, Math.ceil((last.getTime() + waitMs - now.getTime()) / second));
}
