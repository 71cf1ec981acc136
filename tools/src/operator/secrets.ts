import { join, resolve } from 'node:path';
import { completeSecretFolder } from '../deploy/secret-folder';
import { root } from '../topology/paths';

/** Makes every key and password that an installation lacks. Usage: `npm run secrets [-- folder]` */
function makeSecretFiles(folder: string) {
  const written = completeSecretFolder(folder);
  if (written.length === 0) return console.log(`${folder} is complete: nothing was written.`);
  console.log(`Written in ${folder}:\n${written.map((path) => `  ${path}`).join('\n')}`);
  console.log("Keep a copy where the installation's backups are not.");
}

try {
  makeSecretFiles(resolve(process.argv[2] ?? join(root, 'deploy/secrets')));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
