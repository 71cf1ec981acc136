import { apiBase, routes } from '@tradepost/contracts/routes';
import type { FileView, UploadedFile } from '@tradepost/contracts/storage';
import { utf8 } from '@tradepost/sealing/bytes';
import type { ApiClient } from './api-client';
import { ApiError, networkError } from './api-error';
import { mayPass } from './retry';

/** Of one call: what a broken connection can cost at most. */
const partBytes = 8 * 1024 * 1024;

/** A new file, sent in parts (tus 1.0): its terms, and for a sealed one what its upload says. */
export interface PartedUpload {
  folderId: string;
  name: string;
  fields: Record<string, string>;
  content: Blob;
}

export interface PartsOptions {
  /** Where the upload was begun before; it begins anew where that is gone. */
  begun?: string | null | undefined;
  /** Told where it begins: it can be gone on with there until a day after its last part. */
  onBegun?: (address: string) => void;
  /** Of its beginning. */
  idempotencyKey?: string;
  /** @param sent bytes the server has */
  onProgress?: (sent: number) => void;
}

const tus = { 'tus-resumable': '1.0.0' };
const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)));
/** By its status: the answer to a HEAD has no body to say it in. */
const isGone = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.code === 'UPLOAD_GONE');

/** Sends what the server does not have yet, also when some was sent by another process. @throws ApiError */
export async function uploadInParts(
  client: ApiClient,
  upload: PartedUpload,
  { begun, onBegun, idempotencyKey, onProgress }: PartsOptions = {},
): Promise<FileView> {
  if (begun) {
    try {
      return await goOn(client, begun, upload, onProgress);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  const address = await begin(client, upload, idempotencyKey);
  onBegun?.(address);
  return goOn(client, address, upload, onProgress);
}

/** The server forgets what was sent to this address. @throws ApiError */
export async function dropParts(client: ApiClient, address: string): Promise<void> {
  await client.answered(address, { method: 'DELETE', headers: tus }, { isRepeatable: true });
}

async function begin(
  client: ApiClient,
  { folderId, name, fields, content }: PartedUpload,
  idempotencyKey: string | undefined,
): Promise<string> {
  const metadata = Object.entries({ folderId, fileName: name, ...fields }).map(
    ([field, value]) => `${field} ${base64(value)}`,
  );
  const headers = {
    ...tus,
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    'upload-length': String(content.size),
    'upload-metadata': metadata.join(','),
  };
  const response = await client.answered(
    apiBase + routes.createUpload.path,
    { method: 'POST', headers },
    { isRepeatable: true },
  );
  const address = response.headers.get('location');
  if (!address)
    throw new ApiError('The server did not say where the upload goes', { code: 'INTERNAL', status: response.status });
  return address;
}

/** Patience begins anew whenever some has arrived. */
async function goOn(
  client: ApiClient,
  address: string,
  upload: PartedUpload,
  onProgress: PartsOptions['onProgress'],
): Promise<FileView> {
  let reached = 0;
  const tell = (sent: number) => {
    reached = Math.max(reached, sent);
    onProgress?.(sent);
  };
  for (;;) {
    const before = reached;
    try {
      return await client.patiently(() => sendRest(client, address, upload, tell), { isRepeatable: true });
    } catch (error) {
      if (reached === before || !mayPass(error)) throw error;
    }
  }
}

async function sendRest(
  client: ApiClient,
  address: string,
  { folderId, fields, content }: PartedUpload,
  tell: (sent: number) => void,
): Promise<FileView> {
  const state = await client.answered(address, { method: 'HEAD', headers: tus }, { isRepeatable: false });
  let offset = Number(state.headers.get('upload-offset') ?? Number.NaN);
  if (!Number.isInteger(offset))
    throw new ApiError('The server did not say how far the upload is', { code: 'INTERNAL', status: state.status });
  tell(offset);
  // the last answer was lost
  if (offset === content.size)
    return client.send(routes.file, { folderId, fileId: fields.fileId ?? address.split('/').at(-1) ?? '' });
  for (;;) {
    const part = content.slice(offset, offset + partBytes);
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const response = await client.answered(address, { method: 'PATCH', headers, body: part }, { isRepeatable: false });
    offset += part.size;
    tell(offset);
    if (offset === content.size)
      return ((await response.json().catch(() => Promise.reject(networkError()))) as UploadedFile).file;
  }
}
