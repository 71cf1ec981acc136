import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from './browser-binding';

/** As long as a signup attempt lives. */
const lifetimeSeconds = 3_600;

/** The prefix keeps other hosts of the domain from giving the browser a ticket of their own. */
const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-signup' : 'signup');

/** The ticket of the browser's newest signup. */
export function ticketOf(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  return (cookie && parseCookie(cookie)[nameFor(request)]) || undefined;
}

/** Gives a browser its ticket, out of reach of scripts; an empty one is deleted. Other clients find it in the answer. */
export function keepTicket(request: FastifyRequest, reply: FastifyReply, ticket: string): void {
  if (request.headers['x-client'] !== 'web') return;
  const maxAge = ticket ? lifetimeSeconds : 0;
  const cookie = { name: nameFor(request), value: ticket, maxAge, path: '/', secure: isSecure(request) };
  void reply.header('set-cookie', stringifySetCookie({ ...cookie, httpOnly: true, sameSite: 'strict' }));
}
