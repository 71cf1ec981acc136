import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { routes } from '@tradepost/contracts/routes';
import type { UploadedFile } from '@tradepost/contracts/storage';
import { addressOf } from '@tradepost/contracts/wire';
import type { ApiClient } from '../client/api-client';

const patienceMs = 120_000;
const pauseMs = 150;
const partBytes = 2_500_000;

export interface PatientUpload {
  folderId: string;
  name: string;
  content: Buffer;
}

/** What came of an upload: its id, and how many calls were made in vain. */
export interface Acknowledged {
  id: string;
  repeats: number;
}

/** One multipart call, repeated with the same key until it is answered. @throws Error for a refusal that no repeat will change */
export function uploadWhole(client: ApiClient, { folderId, name, content }: PatientUpload): Promise<Acknowledged> {
  const key = randomUUID();
  const { url } = addressOf(routes.uploadFile, { folderId });
  return untilAnswered(name, async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name);
    const response = await answered(name, client.fetch(url, { method: 'POST', headers: { 'idempotency-key': key }, body: form }));
    return response && ((await response.json()) as UploadedFile).file.id;
  });
}

/** What a tus client does: asks how far it got, sends on from there, and tries again whatever broke. */
export async function uploadInParts(client: ApiClient, { folderId, name, content }: PatientUpload): Promise<Acknowledged> {
  const metadata = Object.entries({ folderId, fileName: name }).map(([field, value]) => `${field} ${Buffer.from(value).toString('base64')}`);
  const speak = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    answered(name, client.fetch(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) }));
  const key = randomUUID();
  const made = await untilAnswered(name, async () =>
    (await speak('/file-sharing/uploads', 'POST', { 'idempotency-key': key, 'upload-length': String(content.length), 'upload-metadata': metadata.join(',') }))?.headers.get('location'),
  );
  const path = made.id;
  const sent = await untilAnswered(name, async () => {
    for (;;) {
      const offset = Number((await speak(path, 'HEAD', {}))?.headers.get('upload-offset') ?? Number.NaN);
      if (Number.isNaN(offset)) return undefined;
      if (offset === content.length) return path.split('/').at(-1);
      const part = new Uint8Array(content.subarray(offset, offset + partBytes));
      if (!(await speak(path, 'PATCH', { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, part))) return undefined;
    }
  });
  return { id: sent.id, repeats: made.repeats + sent.repeats };
}

/** No answer, a busy server and a repeat that meets its first call are reasons to repeat: undefined. */
async function answered(name: string, call: Promise<Response>): Promise<Response | undefined> {
  const response = await call.catch(() => undefined);
  if (!response || response.ok) return response;
  if (response.status < 500 && ![409, 423].includes(response.status)) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return undefined;
}

async function untilAnswered(name: string, attempt: () => Promise<string | null | undefined>): Promise<Acknowledged> {
  const deadline = Date.now() + patienceMs;
  for (let repeats = 0; Date.now() < deadline; repeats++) {
    // an answer that was cut off is none
    const id = await attempt().catch((error: Error) => (error instanceof TypeError || error instanceof SyntaxError ? undefined : Promise.reject(error)));
    if (id) return { id, repeats };
    await delay(pauseMs);
  }
  throw new Error(`${name}: no answer within ${patienceMs / 1000} s`);
}
