import { ApiError } from '@tradepost/client/api-error';
import type { Route } from '@tradepost/contracts/routes';
import type { SendInput } from '@tradepost/contracts/wire';
import { client, inSession } from './client';

export interface BytesOptions {
  signal?: AbortSignal;
  /** Only the first so many bytes. */
  first?: number;
}

/**
 * The bytes a route answers with, of the type the server says.
 * @throws ApiError
 */
export async function fetchBytes<R extends Route>(
  route: R,
  input: SendInput<R>,
  { signal, first }: BytesOptions = {},
): Promise<Blob> {
  const headers = { accept: '*/*', ...(first && { range: `bytes=0-${first - 1}` }) };
  try {
    return await (await inSession(route, client.respond(route, input, { signal, headers }))).blob();
  } catch (error) {
    // A range of nothing cannot be satisfied: the file is empty.
    if (error instanceof ApiError && error.status === 416) return new Blob([]);
    throw error;
  }
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
