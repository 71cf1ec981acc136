import { randomUUID } from 'node:crypto';
import type { Server } from 'node:https';
import '@fastify/static';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError } from '@tradepost/contracts/errors';
import { apiBase, routes } from '@tradepost/contracts/routes';
import { urlencodedBytes, usualJsonBytes } from '@tradepost/contracts/routes/json-bytes';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { inContext } from '@tradepost/service-kit/runtime/context';
import { second } from '@tradepost/service-kit/runtime/durations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config';
import { CallQueue } from '../fairness/call-queue';
import { isScim, scimMediaType } from '../scim/scim-answers';
import { jsonBody, limitJson } from './json-body';
import { tagLists } from './list-tags';
import { observe, traceRequest } from './observe';
import { answerError, appErrorOf, ProblemFilter } from './problem.filter';
import { isOwn, pathOf, securityHeaders, webHeadersIn } from './security-headers';
import { closeSlowSenders } from './slow-senders';
import { followCertificate, readCertificate } from '../certificate';

/** A year, without other hosts of the domain. */
const transportSecurity = 'max-age=31536000';
/** API answers must not be cached, but for lists (`list-tags.ts`); hashed assets never change; browsers revalidate the page each time. */
const cachingOf = (path: string) =>
  path.startsWith('/api')
    ? 'no-store'
    : path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache';
const requestIdPattern = /^[\w.-]{1,100}$/;

const listOf = (setting: string | undefined) =>
  setting
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean) ?? [];

/** The only field of a logout (OpenID Connect Back-Channel Logout 1.0, 2.5). */
function logoutForm(body: string): { logout_token?: string } {
  const token = new URLSearchParams(body).get('logout_token');
  return token === null ? {} : { logout_token: token };
}

/** Fastify with a request id for every request; running requests finish at shutdown. */
export const createAdapter = ({
  TRUST_PROXY,
  HEADERS_SECONDS,
  TLS_CERTIFICATE_PATH,
  TLS_KEY_PATH,
}: Pick<GatewayConfig, 'TRUST_PROXY' | 'HEADERS_SECONDS' | 'TLS_CERTIFICATE_PATH' | 'TLS_KEY_PATH'>) => {
  const timeouts = { headersTimeout: HEADERS_SECONDS * second, connectionsCheckingInterval: second };
  const certificate = readCertificate({ TLS_CERTIFICATE_PATH, TLS_KEY_PATH });
  return new FastifyAdapter({
    trustProxy: TRUST_PROXY ? listOf(TRUST_PROXY) : false,
    bodyLimit: usualJsonBytes,
    ...(certificate ? { https: { ...timeouts, ...certificate } } : { http: timeouts }),
    forceCloseConnections: 'idle',
    // a proxy may still send calls over open connections: they are answered, and the connections closed
    return503OnClosing: false,
    genReqId: ({ headers }: { headers: Record<string, unknown> }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: 500 },
    // Fastify rejects an address that cannot be decoded before any hook runs
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers({ ...securityHeaders, 'x-request-id': request.id });
      answerError(request, reply, appErrorOf(error));
    },
  });
};

/** Adds body parsers, headers, the error filter and the web app. Call it before the application is initialised. */
export async function prepareServer(
  app: NestFastifyApplication,
  {
    WEB_ROOT,
    ALLOWED_ORIGINS,
    OBJECT_STORE_PUBLIC_URL,
    BODY_SECONDS,
    CALL_SLOTS,
    TLS_CERTIFICATE_PATH,
    TLS_KEY_PATH,
  }: Pick<
    GatewayConfig,
    | 'WEB_ROOT'
    | 'ALLOWED_ORIGINS'
    | 'OBJECT_STORE_PUBLIC_URL'
    | 'BODY_SECONDS'
    | 'CALL_SLOTS'
    | 'TLS_CERTIFICATE_PATH'
    | 'TLS_KEY_PATH'
  >,
): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  const calls = new CallQueue(app.get(Admission), CALL_SLOTS);
  limitJson(server);
  server.removeAllContentTypeParsers();
  const readJson = async (request: FastifyRequest, body: Buffer) => {
    await calls.enter(request);
    return jsonBody(body);
  };
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  server.addContentTypeParser(scimMediaType, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!isScim(request)) throw new AppError('UNSUPPORTED_MEDIA');
    return readJson(request, body);
  });
  // mail programs post the one-click form (RFC 8058), its data is in the address; identity providers post logout tokens
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: urlencodedBytes },
    (request, body, done) => {
      const { url } = request.routeOptions;
      if (url === apiBase + routes.unsubscribe.path) return done(null, {});
      if (url === apiBase + routes.ssoLogout.path) return done(null, logoutForm(body as string));
      done(new AppError('UNSUPPORTED_MEDIA'));
    },
  );
  // the upload controllers read these bodies as streams
  server.addContentTypeParser(['multipart/form-data', 'application/offset+octet-stream'], (_request, _payload, done) =>
    done(null),
  );
  server.addContentTypeParser('application/octet-stream', (request, _payload, done) =>
    done(request.routeOptions.url === apiBase + routes.putPart.path ? null : new AppError('UNSUPPORTED_MEDIA')),
  );
  const hasTls = TLS_CERTIFICATE_PATH !== undefined;
  if (hasTls) followCertificate(server.server as unknown as Server, { TLS_CERTIFICATE_PATH, TLS_KEY_PATH });
  const webHeaders = WEB_ROOT ? await webHeadersIn(WEB_ROOT, OBJECT_STORE_PUBLIC_URL) : securityHeaders;
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(isOwn(request) ? securityHeaders : webHeaders).header('x-request-id', request.id);
    void reply.header('cache-control', cachingOf(pathOf(request)));
    if (hasTls) void reply.header('strict-transport-security', transportSecurity);
    done();
  });
  observe(server);
  tagLists(server);
  closeSlowSenders(server, BODY_SECONDS);
  calls.install(server);
  // after the body has been read: body events come from the socket, outside any context
  server.addHook('preHandler', (request, reply, done) =>
    inContext({ requestId: request.id }, () => traceRequest(request, reply, done)),
  );
  if (ALLOWED_ORIGINS) {
    app.enableCors({
      origin: listOf(ALLOWED_ORIGINS),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'X-Request-Id',
        'Retry-After',
        'Content-Disposition',
        'Location',
        'Tus-Resumable',
        'Upload-Offset',
        'Upload-Length',
      ],
      maxAge: 600,
    });
  }
  app.useGlobalFilters(new ProblemFilter(WEB_ROOT !== undefined));
  if (WEB_ROOT) {
    app.useStaticAssets({ root: WEB_ROOT, wildcard: false, cacheControl: false, preCompressed: true });
  }
}
