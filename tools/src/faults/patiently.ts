import { setTimeout as delay } from 'node:timers/promises';
import { RefusedCall } from '../client/api-client';

const pauseMs = 150;

/** How often whoever is patient was not answered. */
export interface Tally {
  'calls made': number;
  'calls repeated': number;
  'slowest call, ms': number;
}

export const newTally = (): Tally => ({ 'calls made': 0, 'calls repeated': 0, 'slowest call, ms': 0 });

/** Repeats a call until it is answered; what no repeat will change is thrown. @throws RefusedCall */
export async function patiently<T>(tally: Tally, call: () => Promise<T>): Promise<T> {
  for (;;) {
    tally['calls made'] += 1;
    const began = performance.now();
    try {
      return await call();
    } catch (error) {
      if (error instanceof RefusedCall && error.status < 500) throw error;
      tally['calls repeated'] += 1;
      await delay(pauseMs);
    } finally {
      tally['slowest call, ms'] = Math.max(tally['slowest call, ms'], Math.round(performance.now() - began));
    }
  }
}
