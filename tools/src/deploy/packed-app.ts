import { nodeFileTrace } from '@vercel/nft';
import { cpSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../topology/paths';

/**
 * Copies what one built app needs to run, and no more, into a folder laid out like the repository: its compiled files
 * and those of the libraries it loads, and of each package the files it requires.
 * @param entries files that are started
 * @returns how many files
 */
export async function packApp(folder: string, entries: string[]): Promise<number> {
  const { fileList } = await nodeFileTrace(entries, { base: root, processCwd: root, conditions: ['node', 'require', 'default'] });
  for (const file of fileList) copy(join(root, file), join(folder, file));
  return fileList.size;
}

/** Packages of this repository are links into apps and libs, and stay so. */
function copy(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else cpSync(from, to);
}
