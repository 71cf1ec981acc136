import { webhookDisableAfterDays } from '@tradepost/contracts/webhooks';
import { day, second } from '@tradepost/service-kit/runtime/durations';

const firstDelayMs = 5 * second;
const factor = 2.5;
/** Random share of the delay, so that deliveries that failed together are not retried together. */
const jitter = 0.2;

/**
 * The time of the next attempt: after 5 s, 13 s, 31 s … 8 h, 13 h, each 20 % more or less; the last one at `giveUpAt`.
 * @param attempts the number so far, with the failed one
 * @param chance from 0 to 1
 * @returns null after the last attempt
 */
export function nextAttempt(attempts: number, giveUpAt: Date, now: Date, chance = Math.random()): Date | null {
  if (now >= giveUpAt) return null;
  const delay = firstDelayMs * factor ** (attempts - 1) * (1 - jitter + 2 * jitter * chance);
  return new Date(Math.min(now.getTime() + delay, giveUpAt.getTime()));
}

/** Whether a webhook has failed for so long that it is switched off. */
export const shouldDisable = (failingSince: Date | null, now: Date): failingSince is Date =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= webhookDisableAfterDays * day;
