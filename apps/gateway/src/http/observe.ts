import type { Socket } from 'node:net';
import type { Span } from '@opentelemetry/api';
import { apiBase, routes, type Route } from '@tradepost/contracts/routes';
import { log } from '@tradepost/service-kit/logging';
import { downloadedBytes, httpDuration, uploadedBytes } from '@tradepost/service-kit/observe/metrics';
import { beginTrace, inSpan } from '@tradepost/service-kit/observe/tracing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayRequest } from './route.decorator';

type Kind = 'call' | 'upload' | 'download' | 'live' | 'page';

const kindOf = ({ body = 'json', answer }: Route): Kind =>
  answer === 'bytes' ? 'download' : body === 'json' ? 'call' : 'upload';
const kinds = new Map<string, Kind>(
  Object.values<Route>(routes).map((route) => [`${route.method} ${apiBase}${route.path}`, kindOf(route)]),
);
kinds.set(`GET ${apiBase}/events`, 'live');

/** The route's pattern, never an address: those hold ids. Files of the web app are one route. */
function patternOf({ method, routeOptions: { url } }: FastifyRequest): { route: string; kind: Kind } {
  if (!url) return { route: 'unknown', kind: 'call' };
  if (!url.startsWith(apiBase) && !url.startsWith('/health')) return { route: 'page', kind: 'page' };
  return { route: url, kind: kinds.get(`${method} ${url}`) ?? 'call' };
}

const spans = new WeakMap<FastifyRequest, Span>();
/** What a connection had carried when its last call ended. */
const carried = new WeakMap<Socket, { read: number; written: number }>();

/** Measures every call once it has been answered; reads of a person's own are too many to log unless asked for. */
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

/** Runs what follows in a trace of its own: a caller's `traceparent` is not ours to obey. */
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

/** The socket counts anyway; nothing is measured while bytes flow. */
function countBytes(socket: Socket, kind: Kind): void {
  const { bytesRead: read = 0, bytesWritten: written = 0 } = socket;
  const before = carried.get(socket) ?? { read: 0, written: 0 };
  carried.set(socket, { read, written });
  if (kind === 'upload') uploadedBytes.inc(Math.max(0, read - before.read));
  if (kind === 'download') downloadedBytes.inc(Math.max(0, written - before.written));
}
