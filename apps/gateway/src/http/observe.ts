import type { Socket } from 'node:net';
import type { Span } from '@opentelemetry/api';
import { apiBase, routes, type Route } from '@tradepost/contracts/routes';
import { log } from '@tradepost/service-kit/observability/logging';
import { downloadedBytes, httpDuration, uploadedBytes } from '@tradepost/service-kit/observability/metrics';
import { beginTrace, inSpan } from '@tradepost/service-kit/observability/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayRequest } from './route.decorator';

export type CallKind = 'call' | 'upload' | 'download' | 'live' | 'page';

const kindOf = ({ body = 'json', answer }: Route): CallKind =>
  answer === 'bytes' ? 'download' : body === 'json' ? 'call' : 'upload';
const kinds = new Map<string, CallKind>(
  Object.values<Route>(routes).map((route) => [`${route.method} ${apiBase}${route.path}`, kindOf(route)]),
);
kinds.set(`GET ${apiBase}/events`, 'live');

/** The route's pattern, not the address, which contains ids. All files of the web app count as one route. */
function patternOf({ method, routeOptions: { url } }: FastifyRequest): { route: string; kind: CallKind } {
  if (!url) return { route: 'unknown', kind: 'call' };
  if (!url.startsWith(apiBase) && !url.startsWith('/health')) return { route: 'page', kind: 'page' };
  return { route: url, kind: kinds.get(`${method} ${url}`) ?? 'call' };
}

export const kindOfCall = (request: FastifyRequest): CallKind => patternOf(request).kind;

const spans = new WeakMap<FastifyRequest, Span>();
/** Bytes that a connection had transferred when its last call ended. */
const countedBytes = new WeakMap<Socket, { read: number; written: number }>();

/** Measures and logs every call after its answer. Successful reads are frequent, so they are logged at debug level. */
export function observe(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request;
    const { route, kind } = patternOf(request);
    const status = reply.statusCode;
    httpDuration.observe({ method, route, kind, code: status }, reply.elapsedTime / 1_000);
    countBytes(request.raw.socket, kind);
    const span = spans.get(request);
    const line = {
      requestId,
      userId: userIdOf(request),
      traceId: span?.spanContext().traceId,
      method,
      route,
      status,
      ms: Math.round(reply.elapsedTime),
    };
    log[isRead(method) && status < 500 ? 'debug' : 'info'](line, 'answered');
    span?.setAttribute('http.response.status_code', status).end();
    done();
  });
}

/** Begins a new trace for the call. The caller's `traceparent` is untrusted and ignored. */
export function traceRequest(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  const { route } = patternOf(request);
  const span = beginTrace(
    `${request.method} ${route}`,
    { 'http.request.method': request.method, 'http.route': route, 'tradepost.request_id': request.id },
    Date.now() - reply.elapsedTime,
  );
  if (span) spans.set(request, span);
  inSpan(span, next);
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

function userIdOf(request: FastifyRequest): string | undefined {
  const { actor } = request as Partial<GatewayRequest>;
  return actor?.kind === 'user' ? actor.userId : undefined;
}

/** Uses the socket's own counters, so the stream has no overhead. */
function countBytes(socket: Socket, kind: CallKind): void {
  const { bytesRead: read = 0, bytesWritten: written = 0 } = socket;
  const before = countedBytes.get(socket) ?? { read: 0, written: 0 };
  countedBytes.set(socket, { read, written });
  if (kind === 'upload') uploadedBytes.inc(Math.max(0, read - before.read));
  if (kind === 'download') downloadedBytes.inc(Math.max(0, written - before.written));
}
