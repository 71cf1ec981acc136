import type { Route } from '@tradepost/contracts/routes';
import { readToken } from '../session/token';
import { callHeaders } from './call-headers';
import { errorOf, networkError } from '@tradepost/client/api-error';
import { addressOf } from '@tradepost/contracts/wire';
import { endSessionOn } from './send';

export interface UploadOptions {
  /** Bytes sent and bytes to send, the form's own included. */
  onProgress?: (loaded: number, total: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends text fields, then files, as multipart: `fetch` cannot tell how far an upload has come.
 * @param fields in the command's spelling; what the path names goes there, objects go as JSON text
 * @throws ApiError; the signal's reason when cancelled
 */
export function upload<T>(
  route: Route,
  fields: Record<string, unknown>,
  files: Record<string, File>,
  { onProgress, signal }: UploadOptions = {},
): Promise<T> {
  const { url, rest } = addressOf(route, fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(rest)) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  for (const [name, file] of Object.entries(files)) form.append(name, file, file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(callHeaders(readToken()))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(JSON.parse(request.responseText) as T);
      const error = errorOf(request.status, request.responseText, (name) => request.getResponseHeader(name));
      endSessionOn(error, route);
      reject(error);
    };
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
