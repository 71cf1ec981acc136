import type { UserActor } from '@tradepost/contracts/actor';

/** How long a code may be entered, and how long its proof may be used. */
export const codeLifetimeMs = 10 * 60_000;
export const maxTries = 5;

interface StepUp {
  sessionId: string;
  tries: number;
  expiresAt: Date;
  verifiedAt: Date | null;
  usedAt: Date | null;
}

/** A second click within this time is the first one again: the code is on its way. */
const sameClickMs = 30_000;

type Session = Pick<UserActor, 'sessionId'>;

/** Whether a code may still be compared with this step-up. */
export const mayTry = ({ sessionId, tries, expiresAt, verifiedAt }: StepUp, actor: Session, now: Date) =>
  sessionId === actor.sessionId && verifiedAt === null && tries < maxTries && expiresAt > now;

/** Whether asking for a code now is answered by this one, which was mailed a moment ago. */
export const isUnderWay = (stepUp: StepUp & { createdAt: Date }, actor: Session, now: Date) =>
  mayTry(stepUp, actor, now) && now.getTime() - stepUp.createdAt.getTime() < sameClickMs;

/** Whether accepting needs a mailed code: a key whose owner allowed it in words needs none. */
export const needsProof = ({ key }: Pick<UserActor, 'key'>) => !key?.acceptsAlone;

/** Whether this step-up lets its session accept now. */
export const isProof = ({ sessionId, verifiedAt, usedAt }: StepUp, actor: Session, now: Date) =>
  sessionId === actor.sessionId &&
  verifiedAt !== null &&
  usedAt === null &&
  now.getTime() - verifiedAt.getTime() < codeLifetimeMs;

/** Whole seconds until `since` is `windowMs` ago, at least 1. */
export const secondsLeft = (since: Date, windowMs: number, now: Date) =>
  Math.max(1, Math.ceil((since.getTime() + windowMs - now.getTime()) / 1000));
