import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { resumableStream } from '@tradepost/client/api/resumable-stream';
import type { ReceivedContent } from '@tradepost/client/transfers/sealed-transfers';
import { SealingError } from '@tradepost/sealing/errors';
import { LocalError } from '../exit';
import { hashOfFile, sizeOf, type Target } from './target';

export interface DownloadOptions {
  /** Replaces an existing file with different content. */
  force: boolean;
  signal: AbortSignal;
  onProgress: (loaded: number) => void;
}

/**
 * Downloads a file: resumes an earlier attempt, verifies the hash, and opens a sealed file.
 * @returns true if the file was already there
 * @throws ApiError; SealingError, after deleting the partial file; LocalError; file system errors
 */
export async function download(
  client: ApiClient,
  file: ReceivedContent,
  target: Target,
  { force, signal, onProgress }: DownloadOptions,
): Promise<boolean> {
  const { path, part, opening } = target;
  const size = await sizeOf(path);
  if (size === file.size && (await hashOfFile(path)) === file.sha256) return true;
  if (size !== undefined && !force)
    throw new LocalError(`${path}: exists with different content; use --force to replace it`);
  try {
    await fetchPart(client, file, part, signal, onProgress);
    if (file.mode === 'managed') {
      await rename(part, path);
      return false;
    }
    const content = await file.open(Readable.toWeb(createReadStream(part)) as ReadableStream<Uint8Array>);
    await pipeline(Readable.fromWeb(content as NodeStream), createWriteStream(opening), { signal });
    await rename(opening, path);
    await rm(part);
    return false;
  } catch (error) {
    await rm(opening, { force: true });
    signal.throwIfAborted();
    // bytes that failed verification cannot be resumed
    if (error instanceof SealingError) await rm(part, { force: true });
    throw error;
  }
}

/** Downloads the stored bytes into `part` and verifies their hash. @throws SealingError TAMPERED */
async function fetchPart(
  client: ApiClient,
  { stored }: ReceivedContent,
  part: string,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<void> {
  const existing = Math.min((await sizeOf(part)) ?? 0, stored.size + 1);
  const from = existing > stored.size ? 0 : existing;
  await append(client, stored, part, from, signal, onProgress);
  if ((await hashOfFile(part)) === stored.sha256) return;
  // the part of an earlier attempt may be wrong, so start over once
  if (from > 0) {
    await append(client, stored, part, 0, signal, onProgress);
    if ((await hashOfFile(part)) === stored.sha256) return;
  }
  throw new SealingError('TAMPERED');
}

async function append(
  client: ApiClient,
  { path, size }: ReceivedContent['stored'],
  part: string,
  from: number,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<void> {
  const bytes = resumableStream((init) => client.fetch(path, init), {
    from,
    size,
    retryPolicy: client.retryPolicy,
    signal,
    onProgress,
  });
  await pipeline(Readable.fromWeb(bytes as NodeStream), createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }), {
    signal,
  });
}
