import type { Transport } from '@tradepost/client/api/transport';
import type { Route } from '@tradepost/contracts/routes';
import { requestUrl } from '@tradepost/contracts/values/wire';
import { clientOver, inSession } from './client';

type OnProgress = (loaded: number, total: number) => void;

export interface UploadOptions {
  /** Bytes sent and bytes to send, the form's own included. */
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

const headersOf = (request: XMLHttpRequest) =>
  request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter(Boolean)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);

/** A transport that reports upload progress, which `fetch` cannot. */
export const withUploadProgress =
  (onProgress?: OnProgress): Transport =>
  (url, { method = 'GET', headers, body, signal, credentials, redirect }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.withCredentials = credentials === 'include';
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
      request.onerror = () => reject(new TypeError('No response'));
      request.onabort = () => reject(signal?.reason);
      request.onload = () => {
        // such a request follows redirects; the policy of the page ends those that lead elsewhere
        if (redirect === 'error' && request.responseURL !== url) return reject(new TypeError('Redirected'));
        resolve(new Response(request.responseText || null, { status: request.status, headers: headersOf(request) }));
      };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });

/**
 * Sends text fields, then files, as multipart.
 * @param fields in the command's spelling; path parameters go into the path, objects are sent as JSON text
 * @throws ApiError; the signal's reason when cancelled
 */
export function upload<T>(
  route: Route,
  fields: Record<string, unknown>,
  files: Record<string, File | readonly File[]>,
  { onProgress, signal }: UploadOptions = {},
): Promise<T> {
  const texts = Object.entries(requestUrl(route, fields).rest).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  const sources = Object.entries(files).map(([field, given]) => [
    field,
    [given].flat().map((content) => ({ name: content.name, content })),
  ]);
  return inSession(
    route,
    clientOver(withUploadProgress(onProgress)).sendForm(
      route,
      fields,
      Object.fromEntries(texts),
      Object.fromEntries(sources),
      {
        signal,
      },
    ),
  );
}
