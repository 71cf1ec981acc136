import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const name = '__Host-sid';
const lifetimeSeconds = 24 * 3_600;
const local = new Set(['localhost', '127.0.0.1', '[::1]']);

const digest = (sid: string) => createHash('sha256').update(sid).digest('hex');

/** A browser keeps such a cookie only where nobody listens on the way. */
const isSecure = ({ protocol, hostname }: FastifyRequest) =>
  protocol === 'https' || local.has(hostname.replace(/:\d+$/, ''));

const setCookie = (value: string, maxAge: number) =>
  stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, secure: true, sameSite: 'strict' });

/** The digest of the cookie that came with the request, which a bound token must name. */
export function bindingOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const sid = headers.cookie && parseCookie(headers.cookie)[name];
  return sid ? digest(sid) : undefined;
}

/**
 * Opens a session for a client: that of a browser is bound to a cookie which no script can read, so that its token is
 * useless elsewhere. Scripts get theirs unbound.
 * @param open gets the binding, undefined for a script
 */
export async function bound<T>(
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

export function unbind(request: FastifyRequest, reply: FastifyReply): void {
  if (bindingOf(request)) void reply.header('set-cookie', setCookie('', 0));
}
