import { limits, type LimitName } from '@tradepost/contracts/limits/table';
import { second } from '../runtime/durations';
import type { Use, Used } from './governor.repository';

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

/** A key of a limit, and how much of it is left. */
interface Room extends Pick<Use, 'limit' | 'key'> {
  room: number;
}

/**
 * Which of the uses fit, one after the other.
 * @param rooms of each key
 * @returns for each use whether it fits, and the sums of those that do, by key
 */
export function takenOf(uses: readonly Use[], rooms: readonly Room[]): { taken: boolean[]; counted: Use[] } {
  const each = rooms.map((of) => ({ ...of, amount: 0 }));
  const byKey = new Map(each.map((one) => [idOf(one), one]));
  const taken = uses.map((use) => {
    const { amount = 1 } = use;
    const one = byKey.get(idOf(use));
    if (!one || one.amount + amount > one.room) return false;
    one.amount += amount;
    return true;
  });
  const counted = each.flatMap(({ limit, key, amount }) => (amount > 0 ? { limit, key, amount } : []));
  return { taken, counted };
}

/** Of a key of a limit, as text: limits have no space in their names. */
export const idOf = ({ limit, key }: Pick<Use, 'limit' | 'key'>) => `${limit} ${key}`;
