import { nodeFileTrace } from '@vercel/nft';
import { cpSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './topology/paths';

/**
 * Copies what one built app needs to run, and no more, into a folder laid out like the repository: its compiled files
 * and those of the libraries it loads, and of each package the files it requires. The container image is made of it.
 * Usage: `node tools/dist/pack.js <folder> <entry file>…`
 */
async function pack(folder: string, entries: string[]) {
  const { fileList } = await nodeFileTrace(entries, { base: root, processCwd: root, conditions: ['node', 'require', 'default'] });
  for (const file of fileList) copy(join(root, file), join(folder, file));
  console.log(`${fileList.size} files for ${entries.map((entry) => relative(root, resolve(entry))).join(', ')}`);
}

/** Packages of this repository are links into apps and libs, and stay so. */
function copy(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else cpSync(from, to);
}

const [folder, ...entries] = process.argv.slice(2);
if (!folder || entries.length === 0) {
  console.error('Usage: node tools/dist/pack.js <folder> <entry file>…');
  process.exit(1);
}
pack(resolve(folder), entries).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
