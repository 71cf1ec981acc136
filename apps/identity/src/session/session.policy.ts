import { createHash } from 'node:crypto';
import type { Actor, UserType } from '@tradepost/contracts/actor';
import type { LimitName } from '@tradepost/contracts/limits/table';
import { windowMsOf } from '@tradepost/service-kit/limits/limit.policy';
import { minute, second } from '@tradepost/service-kit/runtime/durations';

/** Admins sign in through the senders' portal. */
export const mayEnter = (userType: UserType, portal: 'sender' | 'receiver') =>
  (portal === 'receiver') === (userType === 'receiver');

/** Admins must use two-step sign-in. */
export const mustEnrol = (userType: UserType, hasTotp: boolean) => userType === 'admin' && !hasTotp;

/** Identifies the kind of browser, without its version. */
const deviceMark = (agent: string) => createHash('sha256').update(agent.replace(/\d+/g, '')).digest('hex');

/** The caller's kind of browser; null for a service. */
export const browserOf = (actor: Actor): string | null =>
  actor.kind === 'system' ? null : deviceMark(actor.agent ?? '');

/** The longest delay between two guesses. */
const maxDelayMs = 15 * minute;

/** Wrong guesses of one key of a limit, oldest first. */
interface CountedFailures {
  limit: LimitName;
  key: string;
  max: number;
  failures: Date[];
}

/**
 * Whether a guess has to wait: after `max` failures of an account from one network, twice as long each time; after those of
 * the other limits, until the oldest no longer counts.
 * @returns null when it may proceed; `retryAfter` in seconds
 */
export function loginRefusal(counted: readonly CountedFailures[], now: Date) {
  for (const { limit, key, max, failures } of counted) {
    const last = failures.at(-1);
    if (!last || failures.length < max) continue;
    const until =
      limit === 'loginsWithoutDelay'
        ? last.getTime() + Math.min(maxDelayMs, second * 2 ** (failures.length - max))
        : (failures.at(-max) as Date).getTime() + windowMsOf(limit);
    const retryAfter = Math.ceil((until - now.getTime()) / second);
    if (retryAfter > 0) return { limit, key, retryAfter };
  }
  return null;
}
