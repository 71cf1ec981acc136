import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeChart } from '../../deploy/chart/chart';
import { root } from '../../topology/paths';

/** Writes the Helm chart. Usage: `npm run chart -- [new folder]` */
function chart(folder: string) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  writeChart(folder);
  console.log(`Wrote the chart to ${folder}. Install it: docs/operations.md#install-with-helm`);
}

try {
  chart(resolve(process.argv[2] ?? join(root, 'release/chart')));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
