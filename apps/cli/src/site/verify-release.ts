import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface Downloads {
  /** Names of files that are as they were released. */
  unchanged: string[];
  changed: string[];
  /** In the list, but not in the folder. */
  absent: string[];
}

/**
 * Compares the files next to a list with it.
 * @param files SHA-256 by name
 */
export async function compareDownloads(list: string, files: ReadonlyMap<string, string>): Promise<Downloads> {
  const found: Downloads = { unchanged: [], changed: [], absent: [] };
  for (const [name, sha256] of files) {
    const path = join(dirname(list), name);
    if (!existsSync(path)) found.absent.push(name);
    else found[(await sha256Of(path)) === sha256 ? 'unchanged' : 'changed'].push(name);
  }
  return found;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
