import { parseArgs } from 'node:util';
import { serveSettings } from '../serve/config';
import { configFile } from '../topology/running';

const usage = 'npm run config -- check [--config file]';

/** Whether `npm run serve` would start with these settings; lists all errors. */
function config() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { config: { type: 'string' } } });
  if (positionals[0] !== 'check') throw new Error(usage);
  const names = Object.keys(serveSettings(values.config ?? configFile())).sort();
  console.log(`Settings are right: ${names.join(', ')}`);
}

try {
  config();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
