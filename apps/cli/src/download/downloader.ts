import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { ApiClient } from '@tradepost/client/api-client';
import { resumingBytes } from '@tradepost/client/resuming-bytes';
import type { ReceivedContent } from '@tradepost/client/sealed-transfers';
import { SealingError } from '@tradepost/sealing/errors';
import { LocalError } from '../exit';
import { hashOfFile, sizeOf, type Target } from './target';

export interface DownloadOptions {
  /** Replaces a file that holds something else. */
  force: boolean;
  signal: AbortSignal;
  onProgress: (loaded: number) => void;
}

/**
 * Fetches a file, goes on where an earlier attempt ended, proves it whole, and opens it where it is sealed.
 * @returns whether it was there already
 * @throws ApiError; SealingError, and then nothing of this file is left; LocalError, or of the file system
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
  if (size !== undefined && !force) throw new LocalError(`${path}: holds something else already; --force replaces it`);
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
    // neither what was opened nor what could not be is of use to anybody
    if (error instanceof SealingError) await rm(part, { force: true });
    throw error;
  }
}

/** All stored bytes in `part`, as the sender's server hashed them. @throws SealingError TAMPERED */
async function fetchPart(
  client: ApiClient,
  { stored }: ReceivedContent,
  part: string,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<void> {
  const had = Math.min((await sizeOf(part)) ?? 0, stored.size + 1);
  const from = had > stored.size ? 0 : had;
  await append(client, stored, part, from, signal, onProgress);
  if ((await hashOfFile(part)) === stored.sha256) return;
  // what was left of an earlier attempt may be what does not fit
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
  const bytes = resumingBytes((init) => client.fetch(path, init), {
    from,
    size,
    patience: client.patience,
    signal,
    onProgress,
  });
  await pipeline(Readable.fromWeb(bytes as NodeStream), createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }), {
    signal,
  });
}
