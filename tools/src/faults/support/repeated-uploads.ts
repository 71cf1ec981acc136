import { randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import type { UploadedFile } from '@tradepost/contracts/storage';
import { requestUrl } from '@tradepost/contracts/values/wire';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { untilAnswered, type Tally } from './until-answered';

const partBytes = 2_500_000;
const inPartsEvery = 3;

export interface RepeatedUpload {
  folderId: string;
  name: string;
  content: Buffer;
  /** Form fields before the file. */
  fields?: Record<string, string>;
}

/** Repeats each call until it is answered. Every third upload goes in parts (tus), the others in one call. @returns the file's id */
export const uploadUntilAnswered = (
  n: number,
  tally: Tally,
  client: ApiClient,
  upload: RepeatedUpload,
): Promise<string> => (n % inPartsEvery === 0 ? uploadInParts : uploadWhole)(tally, client, upload);

/** One multipart call, repeated with the same key until it is answered. @throws Error for a refusal that no repeat will change */
function uploadWhole(
  tally: Tally,
  client: ApiClient,
  { folderId, name, content, fields = {} }: RepeatedUpload,
): Promise<string> {
  const key = randomUUID();
  const { url } = requestUrl(routes.uploadFile, { folderId });
  return untilAnswered(name, tally, async () => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name);
    const response = await answered(
      name,
      client.fetch(url, { method: 'POST', headers: { 'idempotency-key': key }, body: form }),
    );
    return response && ((await response.json()) as UploadedFile).file.id;
  });
}

/** What a tus client does: asks how far it got, sends on from there, and tries again whatever broke. */
async function uploadInParts(
  tally: Tally,
  client: ApiClient,
  { folderId, name, content, fields = {} }: RepeatedUpload,
): Promise<string> {
  const metadata = Object.entries({ folderId, fileName: name, ...fields }).map(
    ([field, value]) => `${field} ${Buffer.from(value).toString('base64')}`,
  );
  const speak = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    answered(
      name,
      client.fetch(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) }),
    );
  const key = randomUUID();
  const path = await untilAnswered(name, tally, async () =>
    (
      await speak('/file-sharing/uploads', 'POST', {
        'idempotency-key': key,
        'upload-length': String(content.length),
        'upload-metadata': metadata.join(','),
      })
    )?.headers.get('location'),
  );
  return untilAnswered(name, tally, async () => {
    for (;;) {
      const offset = Number((await speak(path, 'HEAD', {}))?.headers.get('upload-offset') ?? Number.NaN);
      if (Number.isNaN(offset)) return undefined;
      // a sealed file has the id its sender chose
      if (offset === content.length) return fields.fileId ?? path.split('/').at(-1);
      const part = new Uint8Array(content.subarray(offset, offset + partBytes));
      if (
        !(await speak(
          path,
          'PATCH',
          { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          part,
        ))
      )
        return undefined;
    }
  });
}

/** No answer, a busy server and a repeat that meets its first call are reasons to repeat: undefined. */
async function answered(name: string, call: Promise<Response>): Promise<Response | undefined> {
  const response = await call.catch(() => undefined);
  if (!response || response.ok) return response;
  if (response.status < 500 && ![409, 423].includes(response.status))
    throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return undefined;
}
