import { join, resolve } from 'node:path';
import { writeSecretFiles } from '../deploy/secret-files';
import { root } from '../topology/paths';

/** Makes every key and password a new installation needs. Usage: `npm run secrets [-- folder]` */
function makeSecretFiles(folder: string) {
  const count = writeSecretFiles(folder);
  console.log(`${count} files in ${folder}. Keep a copy where the installation's backups are not.`);
}

try {
  makeSecretFiles(resolve(process.argv[2] ?? join(root, 'deploy/secrets')));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
