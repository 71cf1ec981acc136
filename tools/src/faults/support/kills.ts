import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Topology } from '../../topology/start';

/** Kills start while this share of the work remains, so that they interrupt work. */
const aheadAtLeast = 0.1;

export interface Kills {
  /** App folders; each has its own killer, so that two may be down at once. */
  apps: string[];
  /** How often each is killed. */
  each: number;
}

/**
 * Does the work while apps are killed with -9 and started again, at random points of its progress.
 * @param pieces how many pieces the work has; it calls `onPiece` after each
 */
export async function underKills(
  { processes }: Topology,
  { apps, each }: Kills,
  pieces: number,
  work: (onPiece: () => void) => Promise<unknown>,
): Promise<void> {
  let done = 0;
  const failed = new AbortController();
  const killer = async (name: string) => {
    const app = processes.get(name);
    if (!app) throw new Error(`No process ${name}: use the services topology`);
    const moments = Array.from({ length: each }, () => Math.random() * pieces * (1 - aheadAtLeast)).sort(
      (a, b) => a - b,
    );
    for (const moment of moments) {
      while (done < moment && !failed.signal.aborted) await delay(5);
      await delay(randomInt(300));
      if (failed.signal.aborted) return;
      await app.kill();
      await app.start();
    }
  };
  const working = work(() => (done += 1)).catch((error: unknown) => {
    failed.abort();
    throw error;
  });
  const outcomes = await Promise.allSettled([working, ...apps.map(killer)]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
