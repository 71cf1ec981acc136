import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { completeSecretFolder } from '../deploy/secret-folder';
import { root } from '../topology/paths';
import { loadSecrets } from '../topology/secrets-file';

/**
 * Makes every key and password that an installation lacks. Usage: `npm run secrets [-- folder] [--from secrets.json]`; with `--from`,
 * the keys are those of an installation that moves.
 */
function makeSecretFiles() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
  const folder = resolve(positionals[0] ?? join(root, 'deploy/secrets'));
  if (values.from !== undefined && !existsSync(values.from)) throw new Error(`${values.from} is missing`);
  const written = completeSecretFolder(folder, values.from === undefined ? undefined : loadSecrets(values.from));
  if (written.length === 0) return console.log(`${folder} is complete: nothing was written.`);
  console.log(`Written in ${folder}:\n${written.map((path) => `  ${path}`).join('\n')}`);
  console.log("Keep a copy where the installation's backups are not.");
}

try {
  makeSecretFiles();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
