import { createHash, randomBytes } from 'node:crypto';
import { localHosts } from '@tradepost/contracts/values/local-hosts';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const name = '__Host-sid';
const lifetimeSeconds = 24 * 3_600;

const digest = (sid: string) => createHash('sha256').update(sid).digest('hex');

/** Browsers store a `__Host-` cookie only over HTTPS or on the local machine. */
export const isSecure = ({ protocol, hostname }: FastifyRequest) =>
  protocol === 'https' || localHosts.has(hostname.replace(/:\d+$/, ''));

const setCookie = (value: string, maxAge: number) =>
  stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, secure: true, sameSite: 'strict' });

/** The digest of the request's cookie, which a bound token contains. */
export function bindingOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const sid = headers.cookie && parseCookie(headers.cookie)[name];
  return sid ? digest(sid) : undefined;
}

/**
 * Opens a session. For a browser it is bound to a cookie that no script can read, so a stolen token is useless elsewhere.
 * Sessions of other clients are not bound.
 * @param open gets the binding, undefined for other clients
 */
export async function withBrowserBinding<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  open: (binding: string | undefined) => Promise<T>,
): Promise<T> {
  if (request.headers['x-client'] !== 'web' || !isSecure(request)) return open(undefined);
  const sid = randomBytes(32).toString('base64url');
  const opened = await open(digest(sid));
  void reply.header('set-cookie', setCookie(sid, lifetimeSeconds));
  return opened;
}

export function clearBinding(request: FastifyRequest, reply: FastifyReply): void {
  if (bindingOf(request)) void reply.header('set-cookie', setCookie('', 0));
}
