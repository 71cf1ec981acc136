import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { s3Access } from '@tradepost/service-kit/objects/open';
import { presigned } from '@tradepost/service-kit/objects/s3-signature';
import { minute, second } from '@tradepost/service-kit/runtime/durations';
import { storeForClientsInDocs } from '../topology/pages-and-store';
import { ok, warn, type Finding } from './finding';

const what = 'Parts joined by the store';
const reachWithinMs = 10_000;
const asInDocs = `see ${storeForClientsInDocs}`;

const md5Of = (content: Uint8Array, as: 'base64' | 'hex') => createHash('md5').update(content).digest(as);

/**
 * Sends two parts of a multipart upload as clients do, one of them with other bytes than announced, and reads what the store lists.
 * @param store `OBJECT_STORE_URL` @param publicStore `OBJECT_STORE_PUBLIC_URL`
 */
export async function joinedParts(store: string, publicStore: string): Promise<Finding> {
  try {
    return await attempt(store, publicStore);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return warn(what, `not checked: ${cause?.message ?? message}`, asInDocs);
  }
}

async function attempt(store: string, publicStore: string): Promise<Finding> {
  const { inside, outside } = placesOf(store, publicStore);
  const begun = await inside('POST', 'uploads=');
  const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(await begun.text()) ?? [];
  if (!begun.ok || id === undefined)
    return warn(what, `the store begins no multipart upload: ${begun.status}`, `the gateway joins parts; ${asInDocs}`);
  const upload = `uploadId=${encodeURIComponent(id)}`;
  try {
    const content = new Uint8Array(randomBytes(64));
    const headers = { 'content-md5': md5Of(content, 'base64') };
    const put = async (number: number, body: Uint8Array<ArrayBuffer>) =>
      (await outside('PUT', `partNumber=${number}&${upload}`, headers, body)).status;
    const sent = await put(1, content);
    if (sent !== 200) return warn(what, `the store refuses parts: ${sent}`, `they go through the gateway; ${asInDocs}`);
    const compares = (await put(2, new Uint8Array(randomBytes(content.length)))) !== 200;
    const listed = await (await inside('GET', upload)).text();
    if (!listed.includes(md5Of(content, 'hex')))
      return warn(
        what,
        'the store does not list the MD5 of parts',
        `without it, the gateway cannot compare them, and asks for each of them again. Stores that encrypt with keys of a key management service list something else: use a bucket without this; ${asInDocs}`,
      );
    return compares
      ? ok(what, 'the store compares the MD5 of parts with their bytes, and lists it')
      : warn(
          what,
          'the store does not compare the MD5 of parts with their bytes',
          'nothing has to be done: the MD5 that it lists is compared before the parts are joined. A store that compares them finds damage earlier',
        );
  } finally {
    await inside('DELETE', upload).catch(() => undefined);
  }
}

type Call = (
  method: string,
  query: string,
  headers?: Record<string, string>,
  body?: Uint8Array<ArrayBuffer>,
) => Promise<Response>;

/** Calls of one object, at the address of the servers and at that of clients. */
function placesOf(store: string, publicStore: string): { inside: Call; outside: Call } {
  const access = s3Access(store);
  if (!access) throw new TypeError('only an S3 server joins parts');
  const { endpoint, bucket, ...keys } = access;
  const path = `${bucket}/doctor/${randomUUID()}`;
  const at =
    (origin: string): Call =>
    (method, query, headers = {}, body) => {
      const url = `${origin}/${path}?${query}`;
      // `fetch` sends the length itself
      const length = body && { 'content-length': String(body.length) };
      const seconds = minute / second;
      const signed = presigned({ ...keys, method, url, headers: { ...headers, ...length }, at: new Date(), seconds });
      return fetch(new URL(signed, origin), {
        method,
        headers,
        ...(body && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(reachWithinMs),
      });
    };
  return { inside: at(endpoint), outside: at(new URL(publicStore).origin) };
}
