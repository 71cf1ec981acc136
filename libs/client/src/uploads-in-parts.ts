import { apiBase, routes } from '@tradepost/contracts/routes';
import type { FileView, UploadedFile } from '@tradepost/contracts/storage';
import { utf8 } from '@tradepost/sealing/bytes';
import type { ApiClient } from './api-client';
import { ApiError } from './api-error';

/** Of one call: what a broken connection can cost at most. */
const partBytes = 4 * 1024 * 1024;

/** A new file, sent in parts (tus 1.0): its terms, and for a sealed one what its upload says. */
export interface PartedUpload {
  folderId: string;
  name: string;
  fields: Record<string, string>;
  content: Blob;
}

/** @param sent bytes the server has */
type OnProgress = (sent: number) => void;

const tus = { 'tus-resumable': '1.0.0' };
const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)));
/** Told by an answer that another call was there first: how far it came has to be asked again. */
const isElsewhere = (error: unknown) => error instanceof ApiError && (error.code === 'OFFSET_CONFLICT' || error.status === 423);

/** Opens the upload. @returns its address, for `continueInParts` until a day after the last part @throws ApiError */
export async function beginInParts(client: ApiClient, { folderId, name, fields, content }: PartedUpload, idempotencyKey: string): Promise<string> {
  const metadata = Object.entries({ folderId, fileName: name, ...fields }).map(([field, value]) => `${field} ${base64(value)}`);
  const headers = { ...tus, 'idempotency-key': idempotencyKey, 'upload-length': String(content.size), 'upload-metadata': metadata.join(',') };
  const response = await client.answered(apiBase + routes.createUpload.path, { method: 'POST', headers }, { isRepeatable: true });
  const address = response.headers.get('location');
  if (!address) throw new ApiError('The server did not say where the upload goes', { code: 'INTERNAL', status: response.status });
  return address;
}

/**
 * Sends what the server does not have yet, also when some was sent by another process.
 * @throws ApiError NOT_FOUND, UPLOAD_GONE when the upload has to be opened anew
 */
export async function continueInParts(client: ApiClient, address: string, { folderId, fields, content }: PartedUpload, onProgress: OnProgress = () => undefined): Promise<FileView> {
  for (;;) {
    const state = await client.answered(address, { method: 'HEAD', headers: tus }, { isRepeatable: true });
    const offset = Number(state.headers.get('upload-offset') ?? Number.NaN);
    if (!Number.isInteger(offset)) throw new ApiError('The server did not say how far the upload is', { code: 'INTERNAL', status: state.status });
    onProgress(offset);
    // the last answer was lost
    if (offset === content.size) return client.send(routes.file, { folderId, fileId: fields.fileId ?? address.split('/').at(-1) ?? '' });
    const done = await client.patiently(() => sendFrom(client, address, content, offset, onProgress), { isRepeatable: false }).catch((error: unknown) => {
      if (isElsewhere(error) || (error instanceof ApiError && (error.status === 0 || error.status >= 500))) return undefined;
      throw error;
    });
    if (done) return done.file;
  }
}

/** Part after part, until one is not taken. */
async function sendFrom(client: ApiClient, address: string, content: Blob, from: number, onProgress: OnProgress): Promise<UploadedFile> {
  for (let offset = from; ; ) {
    const part = content.slice(offset, offset + partBytes);
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const response = await client.answered(address, { method: 'PATCH', headers, body: part }, { isRepeatable: false });
    offset += part.size;
    onProgress(offset);
    if (offset === content.size) return (await response.json()) as UploadedFile;
  }
}
