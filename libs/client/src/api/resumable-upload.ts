import { apiBase, routes } from '@tradepost/contracts/routes';
import type { FileView, UploadedFile } from '@tradepost/contracts/storage';
import { partBytesOf } from '@tradepost/contracts/values/upload-sizes';
import { utf8 } from '@tradepost/sealing/crypto/bytes';
import type { ApiClient } from './api-client';
import { ApiError, networkError } from './api-error';
import { isTransient } from './retry';

/** Bytes per request, for files that need no larger requests; a broken connection loses at most this much. */
const leastPartBytes = 8 * 1024 * 1024;

/** A new file for a resumable upload (tus 1.0). `fields`: its terms and, for a sealed file, its sealed fields. */
export interface ResumableUpload {
  folderId: string;
  name: string;
  fields: Record<string, string>;
  /** Read part by part; in Node, `openAsBlob` of `node:fs` gives one that is not held in memory. */
  content: Blob;
}

export interface ResumableUploadOptions {
  /** URL of an earlier upload to resume. If it no longer exists, a new upload starts. */
  resumeUrl?: string | null | undefined;
  /** Receives the URL of a new upload. It can be resumed until one day after the last part. */
  onCreated?: (address: string) => void;
  /** For the request that creates the upload. */
  idempotencyKey?: string;
  /** @param sent bytes that the server has received */
  onProgress?: (sent: number) => void;
}

const tus = { 'tus-resumable': '1.0.0' };
const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)));
/** Checks the status too, because the answer to a HEAD has no body with a code. */
export const isUploadGone = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.code === 'UPLOAD_GONE');

/** Uploads a file in parts. Sends only bytes that the server does not have yet. @returns the stored file @throws ApiError */
export async function uploadInParts(
  client: ApiClient,
  upload: ResumableUpload,
  { resumeUrl, onCreated, idempotencyKey, onProgress }: ResumableUploadOptions = {},
): Promise<FileView> {
  if (resumeUrl) {
    try {
      return await resume(client, resumeUrl, upload, onProgress);
    } catch (error) {
      if (!isUploadGone(error)) throw error;
    }
  }
  const address = await createUpload(client, { ...upload, size: upload.content.size }, idempotencyKey);
  onCreated?.(address);
  return resume(client, address, upload, onProgress);
}

/** Aborts an upload: the server deletes its bytes. @param address URL of the upload @throws ApiError */
export async function abortUpload(client: ApiClient, address: string): Promise<void> {
  await client.fetchOk(address, { method: 'DELETE', headers: tus }, { isRepeatable: true });
}

/** Opens an upload. @param size bytes that will be sent @returns its URL @throws ApiError */
export async function createUpload(
  client: ApiClient,
  { folderId, name, fields, size }: Omit<ResumableUpload, 'content'> & { size: number },
  idempotencyKey: string | undefined,
): Promise<string> {
  const metadata = Object.entries({ folderId, fileName: name, ...fields }).map(
    ([field, value]) => `${field} ${base64(value)}`,
  );
  const headers = {
    ...tus,
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    'upload-length': String(size),
    'upload-metadata': metadata.join(','),
  };
  const response = await client.fetchOk(
    apiBase + routes.createUpload.path,
    { method: 'POST', headers },
    { isRepeatable: true },
  );
  const address = response.headers.get('location');
  if (!address)
    throw new ApiError('The server did not return the URL of the upload', {
      code: 'INTERNAL',
      status: response.status,
    });
  return address;
}

/** Retries count from zero after every part that has arrived. */
async function resume(
  client: ApiClient,
  address: string,
  upload: ResumableUpload,
  onProgress: ResumableUploadOptions['onProgress'],
): Promise<FileView> {
  let reached = 0;
  const report = (sent: number) => {
    reached = Math.max(reached, sent);
    onProgress?.(sent);
  };
  for (;;) {
    const before = reached;
    try {
      return await client.withRetry(() => sendRest(client, address, upload, report), { isRepeatable: true });
    } catch (error) {
      if (reached === before || !isTransient(error)) throw error;
    }
  }
}

async function sendRest(
  client: ApiClient,
  address: string,
  { folderId, fields, content }: ResumableUpload,
  tell: (sent: number) => void,
): Promise<FileView> {
  const state = await client.fetchOk(address, { method: 'HEAD', headers: tus }, { isRepeatable: false });
  let offset = Number(state.headers.get('upload-offset') ?? Number.NaN);
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > content.size)
    throw new ApiError('The server did not return the offset of the upload', {
      code: 'INTERNAL',
      status: state.status,
    });
  tell(offset);
  // the upload is complete, but its last answer was lost
  if (offset === content.size)
    return client.send(routes.file, { folderId, fileId: fields.fileId ?? address.split('/').at(-1) ?? '' });
  const partBytes = partBytesOf(content.size, leastPartBytes);
  for (;;) {
    const part = content.slice(offset, offset + partBytes);
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const response = await client.fetchOk(address, { method: 'PATCH', headers, body: part }, { isRepeatable: false });
    offset += part.size;
    tell(offset);
    if (offset === content.size)
      return ((await response.json().catch(() => Promise.reject(networkError()))) as UploadedFile).file;
  }
}
