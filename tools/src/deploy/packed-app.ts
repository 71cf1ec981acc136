import { nodeFileTrace } from '@vercel/nft';
import { cpSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../topology/paths';

/**
 * Copies what one built app needs to run, and no more, into a folder laid out like the repository: its compiled files
 * and those of the libraries it loads, and of each package the files it requires.
 * @param entries files that are started
 * @param leftOut patterns of files that are not needed, with all that they alone load
 * @returns how many files
 */
export async function packApp(folder: string, entries: string[], leftOut: string[] = []): Promise<number> {
  const seen = await trace(entries, leftOut);
  const hidden = wrapped
    .filter((folder) => seen.has(`${folder}/mod.js`))
    .flatMap((folder) => scriptsIn(join(root, folder)));
  const fileList = hidden.length > 0 ? await trace([...entries, ...hidden], leftOut) : seen;
  for (const file of fileList) copy(join(root, file), join(folder, file));
  return fileList.size;
}

/** What these require stands in UMD wrappers behind other statements: tracing does not look there. */
const wrapped = ['node_modules/@hpke/common/script', 'node_modules/@hpke/core/script'];

const scriptsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(folder, file));

/** What tracing found in a file; parsing is its slow part, and apps share most of their files. */
const analyses = {};

const trace = async (entries: string[], ignore: string[]) => {
  const options = { base: root, processCwd: root, conditions: ['node', 'require', 'default'], ignore, cache: analyses };
  return (await nodeFileTrace(entries, options)).fileList;
};

/** Packages of this repository are links into apps and libs, and stay so. */
function copy(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else cpSync(from, to);
}
