import type { UserActor } from '@tradepost/contracts/actor';
import { stepUpTries } from '@tradepost/contracts/requests';
import { minute, second } from '@tradepost/service-kit/runtime/durations';

/** How long a code may be entered and, once verified, used. */
export const codeLifetimeMs = 10 * minute;

interface StepUp {
  sessionId: string;
  tries: number;
  expiresAt: Date;
  verifiedAt: Date | null;
  usedAt: Date | null;
}

/** A repeated click within this time sends no second code. */
const sameClickMs = 30 * second;

type Session = Pick<UserActor, 'sessionId'>;

/** Whether a code may still be compared with this step-up. */
export const mayTry = ({ sessionId, tries, expiresAt, verifiedAt }: StepUp, actor: Session, now: Date) =>
  sessionId === actor.sessionId && verifiedAt === null && tries < stepUpTries && expiresAt > now;

/** Whether this code was mailed so recently that no other one is needed. */
export const wasJustMailed = (stepUp: StepUp & { createdAt: Date }, actor: Session, now: Date) =>
  mayTry(stepUp, actor, now) && now.getTime() - stepUp.createdAt.getTime() < sameClickMs;

/** Whether accepting needs a mailed code. API keys that their owner explicitly allowed to accept need none. */
export const needsStepUp = ({ key }: Pick<UserActor, 'key'>) => !key?.mayAcceptWithoutCode;

/** Whether this step-up lets its session accept now. */
export const isUsable = ({ sessionId, verifiedAt, usedAt }: StepUp, actor: Session, now: Date) =>
  sessionId === actor.sessionId &&
  verifiedAt !== null &&
  usedAt === null &&
  now.getTime() - verifiedAt.getTime() < codeLifetimeMs;
