import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReceivedContent } from '@tradepost/client/transfers/sealed-transfers';
import { LocalError } from '../exit';

/** Local paths for a file of a transfer. */
export interface Target {
  path: string;
  /** The content so far. Renamed to `path` after verification. */
  part: string;
  /** Which ranges of `part` are written. The next attempt continues there. */
  ledger: string;
  /** Of the process that writes `part`. */
  lock: string;
}

/** @param name safe, and unique in the transfer; with its directory */
export function targetIn(folder: string, name: string, { fileId }: Pick<ReceivedContent, 'fileId'>): Target {
  const path = join(folder, name);
  // the name may have the maximum length, and the id comes from the server
  const mark = createHash('sha256').update(`${fileId}\n${name}`).digest('hex').slice(0, 16);
  const hidden = (kind: string) => join(dirname(path), `.${mark}.${kind}`);
  return { path, part: hidden('part'), ledger: hidden('ranges'), lock: hidden('lock') };
}

/** Creates the directories of a path below the folder. @throws LocalError if a link leads out of the folder; file system errors */
export async function makeDirectories(folder: string, { path }: Target): Promise<void> {
  const directory = dirname(path);
  const root = await realpath(folder);
  // the nearest one that exists: nothing is created behind a link
  let existing = directory;
  let real: string | undefined;
  while ((real = await realpath(existing).catch(() => undefined)) === undefined && existing !== dirname(existing))
    existing = dirname(existing);
  const isInside = real !== undefined && (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep));
  if (!isInside) throw new LocalError(`${path}: its directory is a link that leads out of ${folder}`);
  await mkdir(directory, { recursive: true });
}

/** Size in bytes; undefined if the file does not exist. */
export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

/** SHA-256 of a file, lower-case hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
