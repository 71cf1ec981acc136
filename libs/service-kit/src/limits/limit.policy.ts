import { limits, type LimitName } from '@tradepost/contracts/limits/table';
import { second } from '../runtime/durations';
import type { Used } from './governor.repository';

/** Start of the window: earlier uses do not count. */
export const windowStart = (limit: LimitName, now: Date) => new Date(now.getTime() - windowMsOf(limit));

/** How long a use counts. @throws Error for a limit that holds at once */
export function windowMsOf(limit: LimitName): number {
  const { windowSeconds } = limits[limit] as { windowSeconds?: number };
  if (windowSeconds === undefined) throw new Error(`${limit} has no window`);
  return windowSeconds * second;
}

/**
 * How long until `wanted` more fit.
 * @param max what may be used within `windowMs`
 * @returns seconds; 0 when they fit now
 */
export function secondsUntilFree(used: Used, wanted: number, max: number, windowMs: number, now: Date): number {
  let over = used.amount + wanted - max;
  if (over <= 0) return 0;
  for (const { at, amount } of used.times) {
    over -= amount;
    if (over <= 0) return Math.max(1, Math.ceil((at.getTime() + windowMs - now.getTime()) / second));
  }
  // more than ever fits at once
  return windowMs / second;
}
