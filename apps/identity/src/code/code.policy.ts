import { codeTries } from '@tradepost/contracts/identity';
import { minute } from '@tradepost/service-kit/runtime/durations';

export const codeLifetimeMs = 10 * minute;

/** Whether a code may still be entered. */
export const isOpen = (
  { usedAt, expiresAt, tries }: { usedAt: Date | null; expiresAt: Date; tries: number },
  now: Date,
) => usedAt === null && expiresAt > now && tries < codeTries;
