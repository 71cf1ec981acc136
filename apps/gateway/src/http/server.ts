import '@fastify/static';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { inContext } from '@tradepost/service-kit/context';
import { v7 as uuidv7 } from 'uuid';
import type { GatewayConfig } from '../config';
import { ProblemFilter } from './problem.filter';

const jsonLimit = 1024 * 1024;
/** Answers of the API are nobody's to keep; hashed assets never change; the page itself is asked for each time. */
const cachingOf = (url: string) => (url.startsWith('/api') ? 'no-store' : url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
const sane = /^[\w.-]{1,100}$/;

const securityHeaders = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** Fastify as the gateway wants it: known bodies only, a request id on everything, open streams closed at shutdown. */
export const createAdapter = ({ TRUST_PROXY }: Pick<GatewayConfig, 'TRUST_PROXY'>) =>
  new FastifyAdapter({
    trustProxy: TRUST_PROXY ? TRUST_PROXY.split(',').map((address) => address.trim()) : false,
    bodyLimit: jsonLimit,
    forceCloseConnections: true,
    genReqId: ({ headers }: { headers: Record<string, unknown> }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && sane.test(given) ? given : uuidv7();
    },
    routerOptions: { maxParamLength: 500 },
  });

/** Body parsers, headers, errors and the web app; to be called before the application is initialised. */
export async function prepareServer(app: NestFastifyApplication, { WEB_ROOT }: Pick<GatewayConfig, 'WEB_ROOT'>): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
  // streamed by the data plane
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(securityHeaders).header('x-request-id', request.id);
    void reply.header('cache-control', cachingOf(request.url));
    inContext({ requestId: request.id }, done);
  });
  app.useGlobalFilters(new ProblemFilter(WEB_ROOT !== undefined));
  if (WEB_ROOT) {
    app.useStaticAssets({ root: WEB_ROOT, wildcard: false, cacheControl: false });
  }
}
