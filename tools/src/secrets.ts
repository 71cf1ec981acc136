import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { secretFiles } from './deploy/secret-files';
import { root } from './topology/paths';

/**
 * Makes every key and password a new installation needs. The folder is closed to all but its owner; the files in it are
 * readable, since Docker shows each to an app that runs as another user.
 * Usage: `npm run secrets [-- folder]`
 */
function makeFolder(folder: string) {
  if (existsSync(folder)) throw new Error(`${folder} exists: what an installation already uses is not written over`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = Object.entries(secretFiles());
  for (const [path, content] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o444, flag: 'wx' });
  }
  console.log(`${files.length} files in ${folder}. Keep a copy where the installation's backups are not.`);
}

try {
  makeFolder(resolve(process.argv[2] ?? join(root, 'deploy/secrets')));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
