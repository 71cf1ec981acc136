import { parseArgs } from 'node:util';
import { grow } from '@tradepost/testing/database/grown';

/** `npm run grow -- <PostgreSQL address of a superuser> [--companies n] [--files n] [--entries n]`: fills the empty schemas of an installation. */
async function fill() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      companies: { type: 'string', default: '100000' },
      files: { type: 'string', default: '1000000' },
      entries: { type: 'string', default: '5000000' },
    },
  });
  const [url] = positionals;
  if (!url)
    throw new Error('Usage: npm run grow -- <PostgreSQL URL of a superuser> [--companies n] [--files n] [--entries n]');
  const count = (name: keyof typeof values) => {
    const number = Number(values[name]);
    if (!Number.isSafeInteger(number) || number < 2) throw new Error(`--${name} must be a whole number of at least 2`);
    return number;
  };
  const growth = { companies: count('companies'), files: count('files'), entries: count('entries') };
  const began = performance.now();
  await grow(url, growth);
  console.log(`Filled with ${JSON.stringify(growth)} in ${Math.round((performance.now() - began) / 1000)} s`);
}

fill().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
