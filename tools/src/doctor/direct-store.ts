import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { storeForClientsInDocs } from '../topology/pages-and-store';
import { fail, ok, warn, type Finding } from './finding';
import { joinedParts } from './joined-parts';
import { lastingParts } from './lasting-parts';
import { storeForPages } from './store-for-pages';

const what = 'Store for clients';
const reachWithinMs = 10_000;
const asInDocs = `see ${storeForClientsInDocs}`;

const withoutSignature = (url: string) => new URL(new URL(url).pathname, url).href;

/**
 * Examines the store as command lines, programs and pages reach it.
 * @param store `OBJECT_STORE_URL` @param publicStore `OBJECT_STORE_PUBLIC_URL` @param origin of the web app
 */
export async function directStore(store: string, publicStore: string, origin: string | undefined): Promise<Finding[]> {
  const forClients = await storeForClients(store, publicStore);
  return forClients.state === 'fail'
    ? [forClients]
    : [
        forClients,
        await joinedParts(store, publicStore),
        await lastingParts(store, publicStore),
        ...(await storeForPages({ store, publicStore }, origin)),
      ];
}

/** Sends a small object to the address that clients get, and reads it there. */
async function storeForClients(store: string, origin: string): Promise<Finding> {
  const [key, other] = [`doctor/${randomUUID()}`, `doctor/${randomUUID()}`];
  try {
    return await attempt(
      new DirectUrls({ OBJECT_STORE_URL: store, OBJECT_STORE_PUBLIC_URL: origin }),
      { key, other },
      origin,
    );
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return fail(what, `not reachable at ${origin}: ${cause?.message ?? message}`, asInDocs);
  } finally {
    for (const each of [key, other])
      await openObjectStore(store)
        .remove(each)
        .catch(() => undefined);
  }
}

async function attempt(
  urls: DirectUrls,
  { key, other }: { key: string; other: string },
  origin: string,
): Promise<Finding> {
  const content = randomBytes(64);
  const about = { size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  const put = async (url: string, body: Uint8Array<ArrayBuffer>) => {
    const checksum = Buffer.from(about.sha256, 'hex').toString('base64');
    const headers = { 'x-amz-checksum-sha256': checksum };
    return (await call(url, { method: 'PUT', headers, body })).status;
  };
  const sent = await put(urls.put(key, about), new Uint8Array(content));
  if (sent !== 200)
    return fail(
      what,
      `refuses signed addresses at ${origin}: ${sent}`,
      `the store must see the host and the time of the client; ${asInDocs}`,
    );
  const url = urls.get(key, { start: 0, end: 9 }, minute);
  const read = await call(url, { headers: { range: 'bytes=0-9' } });
  const bytes = Buffer.from(await read.arrayBuffer());
  if (read.status !== 206 || !bytes.equals(content.subarray(0, 10)))
    return fail(what, `does not send ranges at ${origin}: ${read.status}`, asInDocs);
  if ((await call(withoutSignature(url), {})).ok)
    return fail(what, `sends objects at ${origin} to anyone`, 'make the bucket private: it needs no public access');
  const compares = (await put(urls.put(other, about), new Uint8Array(randomBytes(content.length)))) !== 200;
  return compares
    ? ok(what, `takes and sends objects at ${origin}, and compares their SHA-256`)
    : warn(
        what,
        `takes and sends objects at ${origin}, but does not compare their SHA-256`,
        'nothing has to be done: parts that the gateway joins are compared then. A store that compares them finds damage earlier',
      );
}

const call = (url: string, init: RequestInit) =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(reachWithinMs) });
