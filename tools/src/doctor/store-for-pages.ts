import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  corsOfPages,
  endsUnfinished,
  RulesRefused,
  unfinishedDays,
} from '@tradepost/service-kit/objects/direct/bucket-rules';
import { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { storeForClientsInDocs } from '../topology/pages-and-store';
import { ok, warn, type Finding } from './finding';

const reachWithinMs = 10_000;
const [pages, unfinished] = ['Store for pages', 'Unfinished uploads'];
/** No page is there. */
const elsewhere = 'https://elsewhere.invalid';
const repair =
  'run the migration step with ORIGIN and OBJECT_STORE_PUBLIC_URL set: it sets the rules of the bucket, if the store and its key let it';
const byHand = `set them there: origin, methods ${corsOfPages.methods.join(' and ')}, headers ${corsOfPages.headers.join(', ')}, exposed headers ${corsOfPages.exposed.join(', ')}`;

interface Place {
  /** `OBJECT_STORE_URL` */
  store: string;
  /** `OBJECT_STORE_PUBLIC_URL` */
  publicStore: string;
}

/**
 * Calls the store as the pages of the web app do, and reads the rules of the bucket. Wrong rules cost speed only: pages then use the gateway.
 * @param origin of the web app
 */
export async function storeForPages({ store, publicStore }: Place, origin: string | undefined): Promise<Finding[]> {
  return [
    origin
      ? await examined(pages, () => pagesMayUseIt({ store, publicStore }, new URL(origin).origin))
      : warn(pages, 'not checked: ORIGIN is not set', 'set the ORIGIN that the apps have'),
    await examined(unfinished, () => endOfUnfinished(store)),
  ];
}

const examined = (what: string, work: () => Promise<Finding>): Promise<Finding> =>
  work().catch(({ message }: Error) => warn(what, `not checked: ${message}`, `see ${storeForClientsInDocs}`));

async function pagesMayUseIt({ store, publicStore }: Place, origin: string): Promise<Finding> {
  const urls = new DirectUrls({ OBJECT_STORE_URL: store, OBJECT_STORE_PUBLIC_URL: publicStore });
  const key = `doctor/${randomUUID()}`;
  const content = new Uint8Array(randomBytes(64));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const put = urls.put(key, { size: content.length, sha256 });
  const get = urls.get(key, { start: 0, end: 9 }, minute);
  try {
    const missing = [
      ...(await notAllowed(put, 'PUT', ['x-amz-checksum-sha256'], origin)),
      ...(await notAllowed(put, 'PUT', ['content-md5'], origin)),
      ...(await notAllowed(get, 'GET', ['range'], origin)),
      ...(await notAnswered(put, origin, { method: 'PUT', body: content, sha256 })),
      ...(await notAnswered(get, origin, { headers: { range: 'bytes=0-9' } })),
    ];
    if (missing.length > 0)
      return warn(
        pages,
        `refuses pages of ${origin}, which use the gateway: ${[...new Set(missing)].join(', ')}`,
        `${repair}; a store without rules of buckets may have such settings of its own: ${byHand} (${storeForClientsInDocs})`,
      );
    if ((await notAllowed(put, 'PUT', ['x-amz-checksum-sha256'], elsewhere)).length === 0)
      return warn(
        pages,
        `lets pages of any site call it with an address that they know`,
        `allow ${origin} alone: ${repair}, and remove wider rules of the bucket and of the store`,
      );
    return ok(pages, `lets pages of ${origin} send and read, and no others`);
  } finally {
    await openObjectStore(store)
      .remove(key)
      .catch(() => undefined);
  }
}

const listOf = (header: string | null) => (header ?? '').split(',').map((one) => one.trim().toLowerCase());
const allows = (headers: Headers, origin: string) =>
  ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');

/** What a preflight of a browser refuses. */
async function notAllowed(url: string, method: string, headers: readonly string[], origin: string): Promise<string[]> {
  const answer = await call(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers.join(','),
    },
  });
  if (!answer.ok || !allows(answer.headers, origin)) return [`no ${method} with ${headers.join(', ')}`];
  const allowed = listOf(answer.headers.get('access-control-allow-headers'));
  return [
    ...(listOf(answer.headers.get('access-control-allow-methods')).includes(method.toLowerCase())
      ? []
      : [`no ${method}`]),
    ...headers.filter((name) => !allowed.includes('*') && !allowed.includes(name)).map((name) => `no header ${name}`),
  ];
}

/** What a page cannot read of an answer. */
async function notAnswered(
  url: string,
  origin: string,
  { sha256, headers, ...init }: RequestInit & { sha256?: string },
): Promise<string[]> {
  const checksum = sha256 && { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') };
  const answer = await call(url, { ...init, headers: { ...(headers as object), ...checksum, origin } });
  if (!answer.ok) return [`${init.method ?? 'GET'} answers ${answer.status}`];
  if (!allows(answer.headers, origin)) return ['answers are not for its pages'];
  const exposed = listOf(answer.headers.get('access-control-expose-headers'));
  return ['etag', 'content-range']
    .filter((name) => answer.headers.has(name) && !exposed.includes('*') && !exposed.includes(name))
    .map((name) => `${name} is not exposed`);
}

async function endOfUnfinished(store: string): Promise<Finding> {
  const collector = 'nothing has to be done while storage runs: its garbage collector ends them after a day';
  try {
    return (await endsUnfinished(store))
      ? ok(unfinished, 'the store ends them by a rule of the bucket')
      : warn(unfinished, `no rule of the bucket ends them after ${unfinishedDays} days`, `${repair}; ${collector}`);
  } catch (error) {
    if (!(error instanceof RulesRefused)) throw error;
    return warn(unfinished, `the store shows no lifecycle rules: ${error.code}`, collector);
  }
}

async function call(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(reachWithinMs) });
  await answer.arrayBuffer();
  return answer;
}
