import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Running } from './servers/server-process';

/** A proxy in front of an S3 server that knows the rules of its bucket for pages and lifecycle, as S3 does: the server of the tests does not. */
export interface StoreWithRules extends Running {
  endpoint: string;
  /** XML, as it was set; absent: none. A test may change them. */
  rules: { cors?: string; lifecycle?: string };
}

const missing = { cors: 'NoSuchCORSConfiguration', lifecycle: 'NoSuchLifecycleConfiguration' };
const valuesOf = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, value = '']) => value);
const listOf = (header: string | undefined) => header?.split(',').map((one) => one.trim().toLowerCase()) ?? [];

export async function startStoreWithRules(target: string): Promise<StoreWithRules> {
  const rules: StoreWithRules['rules'] = {};
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', target);
    const kind = (['cors', 'lifecycle'] as const).find((one) => searchParams.has(one));
    if (kind && request.method === 'PUT') {
      rules[kind] = await text(request);
      return response.end();
    }
    if (kind) {
      const xml = rules[kind];
      return xml ? response.end(xml) : response.writeHead(404).end(`<Error><Code>${missing[kind]}</Code></Error>`);
    }
    const allowed = allowedBy(rules.cors ?? '', request);
    if (request.method === 'OPTIONS') return response.writeHead(allowed ? 200 : 403, allowed).end();
    return pass(request, response, target, allowed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rules,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The headers that the first matching rule adds to an answer; undefined if none matches. */
function allowedBy(cors: string, { headers, method }: IncomingMessage): Record<string, string> | undefined {
  const { origin } = headers;
  const wanted = (headers['access-control-request-method'] as string | undefined) ?? method ?? '';
  const named = listOf(headers['access-control-request-headers'] as string | undefined);
  const rule = valuesOf(cors, 'CORSRule').find((one) => {
    const allowed = valuesOf(one, 'AllowedHeader').map((name) => name.toLowerCase());
    return (
      valuesOf(one, 'AllowedOrigin').some((each) => each === '*' || each === origin) &&
      valuesOf(one, 'AllowedMethod').includes(wanted) &&
      named.every((name) => allowed.includes('*') || allowed.includes(name))
    );
  });
  if (!rule || !origin) return undefined;
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': valuesOf(rule, 'AllowedMethod').join(', '),
    ...(named.length > 0 && { 'access-control-allow-headers': named.join(', ') }),
    'access-control-expose-headers': valuesOf(rule, 'ExposeHeader').join(', '),
    vary: 'Origin',
  };
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  more: Record<string, string> | undefined,
): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = request;
  const onward = ask({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...more });
    pipeline(answer, response, () => undefined);
  });
  // Swift sends a body after HEAD, which is an error when the answer has been passed on already
  onward.on('error', () => response.headersSent || response.destroy());
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}
