import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { storeForClientsInDocs } from '../topology/pages-and-store';
import { fail, ok, warn, type Finding } from './finding';

const what = 'Parts that stay';
const reachWithinMs = 10_000;
/** Longer than what the part is sent with, in seconds. */
const [expiresAfter, readAfterMs] = [1, 2_500];
const asInDocs = `see ${storeForClientsInDocs}`;

/**
 * Sends a part with a header that nobody signed, and with which OpenStack Swift deletes it later, lets the store join it, and reads the object.
 * @param store `OBJECT_STORE_URL` @param publicStore `OBJECT_STORE_PUBLIC_URL`
 */
export async function lastingParts(store: string, publicStore: string): Promise<Finding> {
  const key = `doctor/${randomUUID()}`;
  try {
    const { multipart, ...objects } = withMultipart(store);
    const urls = new DirectUrls({ OBJECT_STORE_URL: store, OBJECT_STORE_PUBLIC_URL: publicStore });
    const multipartId = await multipart.begin(key);
    try {
      const body = new Uint8Array(randomBytes(64));
      const md5 = createHash('md5').update(body);
      const [etag, sum] = [md5.copy().digest('hex'), md5.digest('base64')];
      const url = urls.putPart(key, { multipartId, number: 1 }, { size: body.length, md5: etag });
      const headers = { 'content-md5': sum, 'x-delete-after': String(expiresAfter) };
      const signal = AbortSignal.timeout(reachWithinMs);
      const { status } = await fetch(url, { method: 'PUT', headers, body, redirect: 'manual', signal });
      if (status !== 200) return ok(what, `the store refuses a part that is to be deleted later: ${status}`);
      await multipart.complete(key, multipartId, [{ number: 1, etag }]);
      await setTimeout(readAfterMs);
      if ((await objects.read(key)) === body.length)
        return ok(what, 'nobody who sends a part can let it be deleted later');
      return fail(
        what,
        'who sends a part can let the store delete it later, also when its file is complete',
        `let the proxy in front of the store remove x-delete-after, x-delete-at and x-object-manifest from each request; ${asInDocs}`,
      );
    } finally {
      await multipart.abort(key, multipartId).catch(() => undefined);
      await objects.remove(key).catch(() => undefined);
    }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return warn(what, `not checked: ${cause?.message ?? message}`, asInDocs);
  }
}

function withMultipart(url: string) {
  const store = openObjectStore(url);
  const { multipart } = store;
  if (!multipart) throw new TypeError('only an S3 server joins parts');
  /** @returns how many bytes can be read */
  const read = async (key: string): Promise<number> => {
    let size = 0;
    try {
      for await (const piece of await store.get(key)) size += (piece as Buffer).length;
    } catch {
      return size;
    }
    return size;
  };
  return { multipart, read, remove: (key: string) => store.remove(key) };
}
