import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReceivedContent } from '@tradepost/client/sealed-transfers';

/** Where a file of a transfer goes. */
export interface Target {
  path: string;
  /** What came of its stored bytes so far, sealed where they are; the next attempt goes on behind them. */
  part: string;
  /** The content while it is opened: whole and proven only when it is renamed. */
  opening: string;
}

/** @param name safe, and of no other file of the transfer */
export function targetIn(folder: string, name: string, { fileId }: Pick<ReceivedContent, 'fileId'>): Target {
  const path = join(folder, name);
  return { path, part: `${path}.${fileId.slice(-8)}.part`, opening: `${path}.${fileId.slice(-8)}.opening` };
}

/** Bytes; none where there is no such file. */
export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
