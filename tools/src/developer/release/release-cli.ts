import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packCommandLine } from '../../deploy/command-line';
import { root } from '../../topology/paths';

/** Packs the command line for people without this repository. Usage: `npm run release-cli -- [folder]` */
async function release(folder: string) {
  for (const file of Object.values(await packCommandLine(folder))) {
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    console.log(`${hash}  ${file} (${(statSync(file).size / 1024 ** 2).toFixed(1)} MB)`);
  }
}

release(resolve(process.argv[2] ?? join(root, 'release/cli'))).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
