import { webhookFailDays } from '@tradepost/contracts/webhooks';

const firstDelayMs = 5_000;
const factor = 2.5;
/** Of the delay, more or less: those who failed together do not come back together. */
const jitter = 0.2;
const dayMs = 24 * 3_600_000;

/**
 * When to try again: after 5 s, 13 s, 31 s … 8 h, 13 h, each a fifth more or less; last when it is time to give up.
 * @param attempts made so far, the one that failed included
 * @param chance from 0 to 1
 * @returns null when that was the last
 */
export function nextAttempt(attempts: number, giveUpAt: Date, now: Date, chance = Math.random()): Date | null {
  if (now >= giveUpAt) return null;
  const delay = firstDelayMs * factor ** (attempts - 1) * (1 - jitter + 2 * jitter * chance);
  return new Date(Math.min(now.getTime() + delay, giveUpAt.getTime()));
}

/** Whether a webhook of which a delivery was just given up has failed for so long that it is switched off. */
export const isHopeless = (failingSince: Date | null, now: Date): failingSince is Date =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= webhookFailDays * dayMs;
