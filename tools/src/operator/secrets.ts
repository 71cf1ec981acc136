import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { completeSecretFolder } from '../deploy/secret-folder';
import { root } from '../topology/paths';
import { loadSecrets } from '../topology/secrets-file';

/**
 * Creates every key and password that an installation lacks. Usage: `npm run secrets [-- folder] [--from secrets.json]`; with `--from`,
 * it reuses the keys of an installation that moves.
 */
function makeSecretFiles() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
  const folder = resolve(positionals[0] ?? join(root, 'deploy/secrets'));
  if (values.from !== undefined && !existsSync(values.from)) throw new Error(`${values.from} is missing`);
  const written = completeSecretFolder(
    folder,
    values.from === undefined ? undefined : { secrets: loadSecrets(values.from) },
  );
  if (written.length === 0) return console.log(`${folder} is complete; wrote nothing.`);
  console.log(`Wrote these files in ${folder}:\n${written.map((path) => `  ${path}`).join('\n')}`);
  console.log('Store a copy, separately from the backups.');
}

try {
  makeSecretFiles();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
