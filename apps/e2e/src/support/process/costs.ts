import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '@tradepost/tools/topology/paths';

const preload = require.resolve('@tradepost/testing/preload/lowest-hash-costs');
const site = join(root, 'apps/e2e/dist/site');

/** Builds the web app with the lowest costs (Playwright's `globalSetup`); Nx takes it from its cache when nothing has changed. */
export default function buildSite(): void {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [nx, 'run', '@tradepost/web:build-with-lowest-costs'],
    {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The web app cannot be built with the lowest costs:\n${stdout}${stderr}`);
}

/** Lowers the costs of this process, where clients make people without a browser, and of the installations that it starts. */
export async function lowerCosts(): Promise<void> {
  await import(preload);
  process.env.NODE_OPTIONS = `--require ${preload}`;
  process.env.TEST_WEB_ROOT = site;
}
