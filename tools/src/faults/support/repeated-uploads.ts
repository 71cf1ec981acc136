import { randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import type { UploadedFile } from '@tradepost/contracts/storage';
import { requestUrl } from '@tradepost/contracts/values/wire';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { PartSlots } from '@tradepost/client/api/part-slots';
import { uploadNumberedParts } from '@tradepost/client/api/part-upload';
import { sha256 } from './hash';
import { untilAnswered, type Tally } from './until-answered';

const partBytes = 2_500_000;
const inPartsEvery = 3;
const inNumberedPartsEvery = 12;

/** These should be large enough for several parts. */
export const isInNumberedParts = (n: number): boolean => n % inNumberedPartsEvery === 1;

export interface RepeatedUpload {
  folderId: string;
  name: string;
  content: Buffer;
  /** Form fields before the file. */
  fields?: Record<string, string>;
}

/**
 * Repeats each call until it is answered. Every third upload goes in parts (tus), every twelfth in numbered parts, several at once, the others in one
 * call. @returns the file's id
 */
export const uploadUntilAnswered = (
  n: number,
  tally: Tally,
  client: ApiClient,
  upload: RepeatedUpload,
): Promise<string> => {
  const send = isInNumberedParts(n) ? uploadInNumberedParts : n % inPartsEvery === 0 ? uploadInParts : uploadWhole;
  return send(tally, client, upload);
};

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

/** What the command line does: after each failure it resumes with the parts that the server does not have. */
async function uploadInNumberedParts(
  tally: Tally,
  client: ApiClient,
  { folderId, name, content, fields = {} }: RepeatedUpload,
): Promise<string> {
  const idempotencyKey = randomUUID();
  const sent = new Map<number, string>();
  let address: string | undefined;
  const upload = {
    ...{ folderId, name, fields, size: content.length },
    part: async (number: number, start: number, end: number) => {
      const bytes = new Uint8Array(content.subarray(start, end));
      sent.set(number, sha256(bytes));
      return { body: () => new Blob([bytes]), sha256: sha256(bytes) };
    },
    check: async () => undefined,
  };
  return untilAnswered(name, tally, async () => {
    try {
      const file = await uploadNumberedParts(client, upload, {
        ...{ idempotencyKey, slots: new PartSlots(), onCreated: (created: string) => void (address = created) },
        resume: address === undefined ? undefined : { address, sent },
      });
      return file.id;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return undefined;
      throw error;
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
