import { createHash, hash } from 'node:crypto';
import { apiBase, routes, type Route } from '@tradepost/contracts/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayRequest } from './route.decorator';

const lists = new Set(Object.values<Route>(routes).flatMap(({ list, path }) => (list ? [apiBase + path] : [])));

/** A tag of what this text identifies, for this caller only: no other one is answered 304 for it. */
export function tagFor(request: FastifyRequest, text: string | Buffer): string {
  const { actor } = request as GatewayRequest;
  const caller = `${actor.userId} ${actor.companyId} `;
  const digest =
    typeof text === 'string'
      ? hash('sha256', caller + text, 'base64url')
      : createHash('sha256').update(caller).update(text).digest('base64url');
  return digest.slice(0, 32);
}

/** Of what the caller already has, weak or not. */
export const knownTags = ({ 'if-none-match': header = '' }: FastifyRequest['headers']): string[] =>
  header.split(',').map((one) => one.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));

/** Whether the caller already has what the tag names: weak comparison (RFC 9110, 13.1.2). */
export const isFresh = (headers: FastifyRequest['headers'], etag: string): boolean =>
  headers['if-none-match'] === '*' || knownTags(headers).includes(etag);

/** Whether a page of a list may be answered from the caller's cache; sets its tag. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  void reply.headers({ etag: `"${etag}"`, 'cache-control': 'private, no-cache' });
  return isFresh(request.headers, etag);
}

/** Lists without an ETag get the hash of their content as ETag; a caller who already has it gets 304. */
export function tagLists(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    const { url = '' } = request.routeOptions;
    if (request.method !== 'GET' || reply.statusCode !== 200 || !isText || !lists.has(url)) return done();
    if (reply.hasHeader('etag') || !isUnchanged(request, reply, tagFor(request, payload))) return done();
    void reply.status(304).removeHeader('content-length').removeHeader('content-type');
    done(null, null);
  });
}
