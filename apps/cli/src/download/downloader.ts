import type { ApiClient } from '@tradepost/client/api/api-client';
import type { PartSlots } from '@tradepost/client/api/part-slots';
import { downloadRanges } from '@tradepost/client/transfers/ranged-download';
import type { ReceivedContent } from '@tradepost/client/transfers/sealed-transfers';
import { SealingError } from '@tradepost/sealing/errors';
import { LocalError } from '../exit';
import { lockFile } from './file-lock';
import { PartialFile } from './partial-file';
import { hashOfFile, sizeOf, type Target } from './target';

export interface DownloadOptions {
  /** Replaces an existing file with different content. */
  force: boolean;
  /** Of all files: ranges of several files share the bound. */
  slots: PartSlots;
  signal: AbortSignal;
  onProgress: (loaded: number) => void;
}

/**
 * Downloads a file in ranges: continues an earlier attempt, opens a sealed file, and verifies the hash of the content.
 * @returns true if the file was already there
 * @throws ApiError; SealingError, after deleting the partial file; LocalError; file system errors
 */
export async function download(
  client: ApiClient,
  file: ReceivedContent,
  target: Target,
  { force, ...options }: DownloadOptions,
): Promise<boolean> {
  const { path } = target;
  const size = await sizeOf(path);
  if (size === file.size && (await hashOfFile(path)) === file.sha256) return true;
  if (size !== undefined && !force)
    throw new LocalError(`${path}: exists with different content; use --force to replace it`);
  const unlock = await lockFile(target.lock, path);
  try {
    await fetchContent(client, file, target, options);
  } finally {
    await unlock();
  }
  return false;
}

async function fetchContent(
  client: ApiClient,
  file: ReceivedContent,
  target: Target,
  options: Omit<DownloadOptions, 'force'>,
): Promise<void> {
  const partial = await PartialFile.open(target, file);
  const { earlier } = partial;
  try {
    await downloadRanges(client, file, {
      ...options,
      earlier,
      onBegun: (begun) => partial.begin(begun),
      write: (pieces, at) => partial.write(pieces, at),
      onWritten: (span) => partial.record(span),
    });
    await partial.finish();
  } catch (error) {
    await partial.close();
    options.signal.throwIfAborted();
    if (!(error instanceof SealingError)) throw error;
    // bytes that failed verification cannot be continued
    await partial.delete();
    if (!earlier) throw error;
    // those of an earlier attempt may be wrong, or of another state of the file: start over once
    await fetchContent(client, file, target, options);
  }
}
