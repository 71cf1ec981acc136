import type { Route } from '@tradepost/contracts/routes';
import { addressOf, type SendInput } from '@tradepost/contracts/wire';
import { readToken } from '../session/token';
import { errorOf, networkError } from '@tradepost/client/api-error';
import { callHeaders } from './call-headers';
import { endSessionOn } from './send';

export interface BytesOptions {
  signal?: AbortSignal;
  /** Only the first so many bytes. */
  first?: number;
}

/**
 * The bytes a route answers with, of the type the server says.
 * @throws ApiError
 */
export async function fetchBytes<R extends Route>(route: R, input: SendInput<R>, { signal, first }: BytesOptions = {}): Promise<Blob> {
  const { url, rest } = addressOf(route, input);
  const withBody = route.method === 'POST';
  const query = new URLSearchParams((withBody ? [] : Object.entries(rest)).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])));
  let response: Response;
  try {
    response = await fetch(query.size ? `${url}?${query}` : url, {
      method: route.method,
      credentials: 'include',
      signal: signal ?? null,
      body: withBody ? JSON.stringify(rest) : null,
      headers: { ...callHeaders(readToken()), Accept: '*/*', ...(withBody && { 'Content-Type': 'application/json' }), ...(first && { Range: `bytes=0-${first - 1}` }) },
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  }
  // A range of nothing cannot be satisfied: the file is empty.
  if (response.status === 416) return new Blob([]);
  if (!response.ok) {
    const error = errorOf(response.status, await response.text(), (name) => response.headers.get(name));
    endSessionOn(error, route);
    throw error;
  }
  return response.blob();
}

/** Hands bytes to the browser to save under a name. */
export function saveAs(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser may read them after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Lower-case hex; undefined where the browser has no digests (a page that came without TLS). */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
