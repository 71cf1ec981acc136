import { apiBase, type Route } from '@tradepost/contracts/routes';
import { DetailedError, Upload } from 'tus-js-client';
import { readToken } from '../session/token';
import { errorOf, networkError } from '@tradepost/client/api-error';
import { callHeaders } from './call-headers';
import { endSessionOn } from './send';
import type { UploadOptions } from './upload';

const endpoint = `${apiBase}/file-sharing/uploads`;
const chunkSize = 8 * 1024 * 1024;
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000];
const mayPass = (status: number) => status === 0 || status >= 500 || status === 409 || status === 423;

function asApiError(error: Error, route: Route) {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return networkError();
  const failure = errorOf(response.getStatus(), response.getBody(), (name) => response.getHeader(name) ?? null);
  endSessionOn(failure, route);
  return failure;
}

/**
 * Sends bytes in parts (tus 1.0). A part that was cut off is continued where the server has it, also when the
 * same bytes are sent again within a day.
 * @param key names these very bytes
 * @param metadata text fields beside the bytes
 * @returns the last answer's body; empty when only that answer was lost
 * @throws ApiError; the signal's reason when cancelled, and then the server forgets the parts
 */
export async function resumableUpload(route: Route, bytes: Blob, key: string, metadata: Record<string, string>, { onProgress, signal }: UploadOptions = {}): Promise<string> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint,
      chunkSize,
      retryDelays,
      metadata,
      fingerprint: async () => key,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => {
        for (const [name, value] of Object.entries(callHeaders(readToken()))) request.setHeader(name, value);
      },
      onShouldRetry: ({ originalResponse }) => mayPass(originalResponse?.getStatus() ?? 0),
      onProgress: (sent, total) => onProgress?.(sent, total ?? bytes.size),
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getBody()),
      onError: (error) => reject(asApiError(error, route)),
    });
    signal?.addEventListener(
      'abort',
      () => {
        reject(signal.reason);
        upload.abort(true).catch(() => {
          // Parts nobody finishes are removed by the server after a day.
        });
      },
      { once: true },
    );
    upload.findPreviousUploads().then(
      ([previous]) => {
        if (signal?.aborted) return;
        if (previous) upload.resumeFromPreviousUpload(previous);
        upload.start();
      },
      (error: Error) => reject(asApiError(error, route)),
    );
  });
}
