import { parseArgs } from 'node:util';
import { serveSettings } from '../serve/config';
import { configFile } from '../topology/running';

const usage = 'npm run config -- check [--config file]';

/** Checks the settings of `npm run serve` and lists all errors. */
function config() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { config: { type: 'string' } } });
  if (positionals[0] !== 'check') throw new Error(usage);
  const names = Object.keys(serveSettings(values.config ?? configFile())).sort();
  console.log(`Settings are valid: ${names.join(', ')}`);
}

try {
  config();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
