import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { examine } from '../doctor/examine';
import { installationOf } from '../doctor/installation';
import { root } from '../topology/paths';
import { dataDirectory } from '../topology/running';

const signs = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' };

/** Prints one line for each check, with advice for each problem. */
async function doctor() {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const installation = installationOf(process.env, join(root, '.data'));
  const data = dataDirectory() ?? join(root, '.data');
  const findings = await examine(installation, existsSync(data) ? data : root);
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  else
    for (const { what, state, found, advice } of findings)
      console.log(`${signs[state]}  ${what.padEnd(18)} ${found}${advice ? `\n      → ${advice}` : ''}`);
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
}

doctor().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
