import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for a machine with six other busy processes: only what never comes reaches it. */
export const longestWaitMs = 300_000;

const [shortestPauseMs, longestPauseMs] = [25, 250];

/**
 * Resolves with the first truthy answer.
 * Looks less often the longer it takes, because many tests wait for the same two cores.
 * @throws Error when there was none within `timeoutMs`
 */
export async function waitFor<T>(
  look: () => Promise<T> | T,
  { timeoutMs = longestWaitMs, what = 'the expected state' } = {},
): Promise<NonNullable<T>> {
  const began = Date.now();
  for (;;) {
    const found = await look();
    if (found) return found;
    const waited = Date.now() - began;
    if (waited > timeoutMs) throw new Error(`Waited ${timeoutMs} ms for ${what}`);
    await pause(Math.min(shortestPauseMs + waited / 20, longestPauseMs));
  }
}
