import { createHash, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from './browser-binding';

const name = '__Host-device';
/** As long as a device stays known without a sign-in. */
const lifetimeSeconds = 90 * 24 * 3_600;
const secretBytes = 32;
const pattern = /^[\w-]{43}$/;

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex');

function secretOf({ headers: { cookie } }: FastifyRequest): string | undefined {
  const secret = cookie && parseCookie(cookie)[name];
  return secret && pattern.test(secret) ? secret : undefined;
}

/** Identifies a browser that has signed in before, for limits only: it gives no access. */
export function deviceOf(request: FastifyRequest): string | undefined {
  const secret = secretOf(request);
  return secret && digest(secret);
}

/** Signs in, and lets a browser be known again. @param signIn gets the device, undefined for other clients */
export async function withDevice<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: (device: string | undefined) => Promise<T>,
): Promise<T> {
  if (request.headers['x-client'] !== 'web' || !isSecure(request)) return signIn(undefined);
  const value = secretOf(request) ?? randomBytes(secretBytes).toString('base64url');
  const answer = await signIn(digest(value));
  const cookie = {
    name,
    value,
    maxAge: lifetimeSeconds,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'strict' as const,
  };
  void reply.header('set-cookie', stringifySetCookie(cookie));
  return answer;
}
