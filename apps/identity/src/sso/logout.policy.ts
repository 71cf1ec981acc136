import type { JWTPayload } from 'jose';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Whether a token that its provider has signed asks for a logout: of a person or a session. An ID token, which has a nonce, does not. */
export function isLogout({ events, nonce, sub, sid, jti }: JWTPayload): boolean {
  const named =
    typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[logoutEvent] : undefined;
  const isTarget = typeof sub === 'string' || typeof sid === 'string';
  return typeof named === 'object' && named !== null && nonce === undefined && isTarget && typeof jti === 'string';
}
