import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@tradepost/client/api/api-error';
import { kindAt } from './mix';
import type { Timed, Trade } from './trade';

/** A trade that has nothing for a kind of call is passed over so often. */
const tries = 10;
/** Maximum number of waiting calls: more would measure the memory of the load generator. */
const mostInProgress = 5_000;

/** One answered or failed call. */
export interface Call {
  kind: string;
  /** Milliseconds since the beginning. */
  at: number;
  ms: number;
  /** Absent: answered with a success. */
  error?: string;
}

/** When the last call arrived. An hour has more calls than `Math.max` takes arguments. */
export const lastAt = (calls: readonly Call[]): number => calls.reduce((latest, { at }) => Math.max(latest, at), 0);

export interface Arrivals {
  calls: Call[];
  /** How late each call was begun, in milliseconds: what the generator itself adds. */
  late: number[];
}

/**
 * Calls arrive at random moments, at a rate that does not depend on how fast the server answers (open loop). What the server or the
 * generator delays therefore counts: a call takes from the moment at which it was to arrive until its answer was read.
 */
export async function arrive(
  trades: readonly Trade[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Arrivals> {
  const calls: Call[] = [];
  const late: number[] = [];
  const inProgress = new Set<Promise<unknown>>();
  const began = performance.now();
  const now = () => performance.now() - began;
  const end = seconds * 1_000;
  for (let due = pause(rate); due < end; due += pause(rate)) {
    if (due > now()) await delay(due - now());
    late.push(Math.max(0, now() - due));
    if (inProgress.size >= mostInProgress) {
      calls.push({ kind: 'not sent', at: due, ms: 0, error: 'too many calls in progress' });
      continue;
    }
    const work = nextWork(trades)(timedFrom(due, now, calls)).catch(() => undefined);
    inProgress.add(work);
    void work.finally(() => inProgress.delete(work));
  }
  await Promise.race([Promise.allSettled(inProgress), delay(60_000, undefined, { ref: false })]);
  return { calls, late };
}

/** Milliseconds between two arrivals of a Poisson process. */
const pause = (rate: number) => (-Math.log(1 - Math.random()) * 1_000) / rate;

function nextWork(trades: readonly Trade[]): (timed: Timed) => Promise<unknown> {
  const kind = kindAt(Math.random());
  for (const wanted of [kind, ...before(kind)])
    for (let left = tries; left > 0; left -= 1) {
      const work = trades[Math.floor(Math.random() * trades.length)]?.possible[wanted]?.();
      if (work) return work;
    }
  throw new Error(`No trade is ready for ${kind}`);
}

/** At the start, earlier steps replace a step that is not possible yet. */
const steps = [
  'own account',
  'new folder',
  'upload',
  'deliver',
  'request',
  'send code',
  'enter code',
  'accept',
  'download',
];
const before = (kind: string) => steps.slice(0, Math.max(1, steps.indexOf(kind))).reverse();

/** The first call of an arrival counts from the moment it was due, the others from their own beginning. */
function timedFrom(due: number, now: () => number, calls: Call[]): Timed {
  let from: number | undefined = due;
  return async (kind, call) => {
    const at = from ?? now();
    from = undefined;
    try {
      const answer = await call();
      calls.push({ kind, at, ms: now() - at });
      return answer;
    } catch (error) {
      calls.push({ kind, at, ms: now() - at, error: nameOf(error) });
      throw error;
    }
  };
}

function nameOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code}`;
  return error instanceof Error ? `${error.name} ${error.message}` : String(error);
}
