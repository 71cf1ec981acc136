import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@tradepost/client/api/api-error';
import { longestWaitMs } from '@tradepost/testing/wait-for';

const pauseMs = 150;

/** How many calls were made and repeated. */
export interface Tally {
  'calls made': number;
  'calls repeated': number;
  'slowest call, ms': number;
}

export const newTally = (): Tally => ({ 'calls made': 0, 'calls repeated': 0, 'slowest call, ms': 0 });

/** A broken connection, a truncated answer and a server error are no answers. */
const isNoAnswer = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  (error instanceof ApiError && (error.status === 0 || error.status >= 500));

/**
 * Repeats a call until it is answered. @param call returns nothing where it was not answered
 * @throws ApiError that a repeat cannot change, and Error without an answer for two minutes
 */
export async function untilAnswered<T>(
  what: string,
  tally: Tally,
  call: () => Promise<T | null | undefined>,
): Promise<T> {
  const deadline = Date.now() + longestWaitMs;
  while (Date.now() < deadline) {
    tally['calls made'] += 1;
    const began = performance.now();
    try {
      const answer = await call();
      if (answer !== null && answer !== undefined) return answer;
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
    } finally {
      tally['slowest call, ms'] = Math.max(tally['slowest call, ms'], Math.round(performance.now() - began));
    }
    tally['calls repeated'] += 1;
    await delay(pauseMs);
  }
  throw new Error(`${what}: no answer within ${longestWaitMs / 1000} s`);
}
