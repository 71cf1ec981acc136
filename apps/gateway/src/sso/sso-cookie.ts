import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../auth/browser-binding';

/** As long as a started sign-in can be finished. */
const lifetimeSeconds = 600;
const secretBytes = 32;
const pattern = /^[\w-]{43}$/;

/** The prefix keeps other hosts of the domain from giving the browser a cookie of their own. */
const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-sso' : 'sso');
const digest = (secret: string) => createHash('sha256').update(secret).digest('hex');

function secretOf(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  const secret = cookie && parseCookie(cookie)[nameFor(request)];
  return secret && pattern.test(secret) ? secret : undefined;
}

/** Of the browser that finishes a sign-in. */
export function ssoBrowserOf(request: FastifyRequest): string | undefined {
  const secret = secretOf(request);
  return secret && digest(secret);
}

/**
 * Starts a sign-in that only this browser can finish. The cookie never leaves the site: the page to which the identity provider returns
 * sends it. @param start gets the browser, undefined for other clients
 */
export async function withSsoBrowser<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  start: (browser: string | undefined) => Promise<T>,
): Promise<T> {
  if (request.headers['x-client'] !== 'web') return start(undefined);
  // the same for sign-ins that run in several tabs
  const value = secretOf(request) ?? randomBytes(secretBytes).toString('base64url');
  const answer = await start(digest(value));
  const cookie = { name: nameFor(request), value, maxAge: lifetimeSeconds, path: '/', secure: isSecure(request) };
  void reply.header('set-cookie', stringifySetCookie({ ...cookie, httpOnly: true, sameSite: 'strict' }));
  return answer;
}
