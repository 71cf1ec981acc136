import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import type { MultipartUploads } from '@tradepost/service-kit/objects/multipart/multipart-uploads';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { storeForClientsInDocs } from '../topology/pages-and-store';
import { ok, warn, type Finding } from './finding';

const what = 'Parts joined by the store';
const reachWithinMs = 10_000;
const asInDocs = `see ${storeForClientsInDocs}`;

/**
 * Sends two parts of a multipart upload as clients do, one of them with other bytes than announced, and reads what the store lists.
 * @param store `OBJECT_STORE_URL` @param publicStore `OBJECT_STORE_PUBLIC_URL`
 */
export async function joinedParts(store: string, publicStore: string): Promise<Finding> {
  try {
    const { multipart } = openObjectStore(store);
    if (!multipart) throw new TypeError('only an S3 server joins parts');
    const urls = new DirectUrls({ OBJECT_STORE_URL: store, OBJECT_STORE_PUBLIC_URL: publicStore });
    return await attempt(multipart, urls);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return warn(what, `not checked: ${cause?.message ?? message}`, asInDocs);
  }
}

async function attempt(multipart: MultipartUploads, urls: DirectUrls): Promise<Finding> {
  const key = `doctor/${randomUUID()}`;
  const multipartId = await multipart.begin(key);
  try {
    const content = new Uint8Array(randomBytes(64));
    const md5 = createHash('md5').update(content).digest('hex');
    const headers = { 'content-md5': Buffer.from(md5, 'hex').toString('base64') };
    const put = async (number: number, body: Uint8Array<ArrayBuffer>) => {
      const url = urls.putPart(key, { multipartId, number }, { size: content.length, md5 });
      const signal = AbortSignal.timeout(reachWithinMs);
      return (await fetch(url, { method: 'PUT', headers, body, redirect: 'manual', signal })).status;
    };
    const sent = await put(1, content);
    if (sent !== 200)
      return warn(what, `the store refuses parts: ${sent}`, `clients send them through the gateway; ${asInDocs}`);
    const compares = (await put(2, new Uint8Array(randomBytes(content.length)))) !== 200;
    if ((await multipart.parts(key, multipartId))?.get(1)?.etag !== md5)
      return warn(
        what,
        'the store does not list the MD5 of parts',
        `without it, they cannot be compared, so clients send each of them again, through the gateway. A store that encrypts with keys of a key management service lists something else: use a bucket without this; ${asInDocs}`,
      );
    return compares
      ? ok(what, 'the store compares the MD5 of parts with their bytes, and lists it')
      : warn(
          what,
          'the store does not compare the MD5 of parts with their bytes',
          'nothing has to be done: the MD5 that it lists is compared before the parts are joined. A store that compares them finds damage earlier',
        );
  } finally {
    await multipart.abort(key, multipartId).catch(() => undefined);
  }
}
