import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for a machine with six other busy processes: only what never comes reaches it. */
export const longestWaitMs = 300_000;

/**
 * Resolves with the first truthy answer.
 * @throws Error when there was none within `timeoutMs`
 */
export async function waitFor<T>(
  look: () => Promise<T> | T,
  { timeoutMs = longestWaitMs, what = 'the expected state' } = {},
): Promise<NonNullable<T>> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > until) throw new Error(`Waited ${timeoutMs} ms for ${what}`);
    await pause(25);
  }
}
