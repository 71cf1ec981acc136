import { AppError } from '@tradepost/contracts/errors';
import { limitNames, limits, type LimitName } from '@tradepost/contracts/limits/table';
import { limitsReached } from '../observability/metrics';

/** If there are more different ones between two reports, only the metric counts them. */
const maxPending = 200;

export interface Reached {
  limit: LimitName;
  key: string;
  times: number;
}

// a first refusal is an increase only where there was a zero before
for (const limit of limitNames) limitsReached.inc({ limit }, 0);

let pending = new Map<string, Reached>();

/** Counts a refusal for the metric and for the admins' list. */
export function noteReached(limit: LimitName, key: string): void {
  limitsReached.inc({ limit });
  const id = `${limit} ${key}`;
  const known = pending.get(id);
  if (known) known.times += 1;
  else if (pending.size < maxPending) pending.set(id, { limit, key, times: 1 });
}

/** The answer to a call that a limit refuses, which counts it. @param retryAfter in seconds */
export function refusedBy(limit: LimitName, key: string, retryAfter: number): AppError {
  noteReached(limit, key);
  return new AppError('TOO_MANY', { message: limits[limit].message, retryAfter });
}

/** Rejections since the last call of this function. */
export function drainReached(): Reached[] {
  const taken = [...pending.values()];
  pending = new Map();
  return taken;
}
