import { SealingError } from '@tradepost/sealing/errors';
import type { Bytes } from '@tradepost/sealing/bytes';
import type { ApiClient } from './api-client';
import { networkError } from './api-error';

/**
 * The bytes at `path` from `from` on, `size` in all; a connection that breaks is taken up at the byte reached (`Range`).
 * @param path below `/api`, or a signed address
 * @throws ApiError; SealingError TRUNCATED when the server has fewer, TAMPERED when it has more or begins again
 */
export async function* resumingBytes(client: ApiClient, path: string, { from = 0, size, signal }: { from?: number; size: number; signal?: AbortSignal }): AsyncGenerator<Bytes> {
  let loaded = from;
  for (let fruitless = 0; loaded < size; ) {
    const before = loaded;
    const headers: Record<string, string> = loaded > 0 ? { range: `bytes=${loaded}-` } : {};
    const response = await client.answered(path, { headers, ...(signal && { signal }) }, { isRepeatable: true });
    if (loaded > 0 && response.status !== 206) throw new SealingError('TAMPERED');
    const reader = response.body?.getReader();
    for (;;) {
      const piece = await reader?.read().catch((error: unknown) => {
        if (signal?.aborted) throw error;
        return undefined;
      });
      if (!piece?.value) break;
      loaded += piece.value.length;
      if (loaded > size) throw new SealingError('TAMPERED');
      yield piece.value as Bytes;
    }
    if (loaded >= size) return;
    fruitless = loaded > before ? 0 : fruitless + 1;
    if (fruitless > 3) throw response.headers.get('content-length') === '0' ? new SealingError('TRUNCATED') : networkError();
  }
}
