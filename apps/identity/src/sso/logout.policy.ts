import type { JWTPayload } from 'jose';
import { isIdentifier } from './sso.policy';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** The sessions that a logout ends: those of a person, one, or this one of this person. */
export interface Logout {
  jti: string;
  sub: string | undefined;
  sid: string | undefined;
}

/** @returns null for a token, signed by its provider, that asks for no logout. An ID token, which has a nonce, does not. */
export function logoutOf({ events, nonce, sub, sid, jti }: JWTPayload): Logout | null {
  const named =
    typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[logoutEvent] : undefined;
  if (typeof named !== 'object' || named === null || nonce !== undefined || !isIdentifier(jti)) return null;
  const [person, session] = [sub, sid].map((one) => (one === undefined || isIdentifier(one) ? one : null));
  if (person === null || session === null || (person ?? session) === undefined) return null;
  return { jti, sub: person, sid: session };
}
