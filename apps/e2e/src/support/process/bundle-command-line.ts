import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '@tradepost/tools/deploy/command-line';
import { root } from '@tradepost/tools/topology/paths';

const lowestHashCosts = {
  name: 'lowest-hash-costs',
  resolveId: (source: string) =>
    source.endsWith('/argon2-costs') ? join(root, 'libs/testing/src/lowest-hash-costs.ts') : undefined,
};

/** Makes the command line of all flows of a jest run (jest's `globalSetup`): as released, but with the lowest hash costs. */
export default async function bundleCommandLine(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-command-line-'));
  const file = join(folder, 'tradepost.cjs');
  await bundle(file, [lowestHashCosts]);
  chmodSync(file, 0o755);
  process.env.TEST_COMMAND_LINE = file;
}
