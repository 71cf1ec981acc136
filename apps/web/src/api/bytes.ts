import { baseNameOf } from '@tradepost/contracts/values/file-paths';
import { ApiError } from '@tradepost/client/api/api-error';
import type { Route } from '@tradepost/contracts/routes';
import type { SendInput } from '@tradepost/contracts/values/wire';
import { client, inSession } from './client';

export interface BytesOptions {
  signal?: AbortSignal;
  /** Reads only this many bytes from the start. */
  first?: number;
}

/**
 * The bytes that a route answers with, typed as the server says.
 * @throws ApiError
 */
export async function fetchBytes<R extends Route>(
  route: R,
  input: SendInput<R>,
  { signal, first }: BytesOptions = {},
): Promise<Blob> {
  const headers = { accept: '*/*', ...(first && { range: `bytes=0-${first - 1}` }) };
  try {
    return await (await inSession(route, client.sendForResponse(route, input, { signal, headers }))).blob();
  } catch (error) {
    // An empty file cannot satisfy any range.
    if (error instanceof ApiError && error.status === 416) return new Blob([]);
    throw error;
  }
}

/** Lets the browser save bytes under a name, without its directory. */
export function saveAs(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = baseNameOf(name);
  link.click();
  // The browser may read the URL after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Larger files are hashed while they are read, which is slower. */
const hashedAtOnceBytes = 64 * 1024 * 1024;

/** Lower-case hex; undefined when the browser has no digests (a page without TLS). */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  if (file.size > hashedAtOnceBytes) return (await import('@tradepost/sealing/crypto/hash-stream')).hashOfBlob(file);
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
