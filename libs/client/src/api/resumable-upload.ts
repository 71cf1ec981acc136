import { apiBase, routes } from '@tradepost/contracts/routes';
import { utf8 } from '@tradepost/sealing/crypto/bytes';
import type { ApiClient } from './api-client';
import { ApiError } from './api-error';

/** A new file for a resumable upload. `fields`: its terms and, for a sealed file, its sealed fields. */
export interface NewUpload {
  folderId: string;
  name: string;
  fields: Record<string, string>;
  /** Bytes that will be sent. */
  size: number;
}

const tus = { 'tus-resumable': '1.0.0' };
const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)));
/** Checks the status too, because the answer to a HEAD has no body with a code. */
export const isUploadGone = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.code === 'UPLOAD_GONE');

/** Aborts an upload: the server deletes its bytes. @param address URL of the upload @throws ApiError */
export async function abortUpload(client: ApiClient, address: string): Promise<void> {
  await client.fetchOk(address, { method: 'DELETE', headers: tus }, { isRepeatable: true });
}

/** Opens an upload (tus 1.0, creation). @returns its URL @throws ApiError */
export async function createUpload(
  client: ApiClient,
  { folderId, name, fields, size }: NewUpload,
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
