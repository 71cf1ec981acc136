import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Outcome } from '@tradepost/client/test/lies/table';
import { findFirefox } from '@tradepost/testing/servers/debian';
import { root } from '@tradepost/tools/topology/paths';
import { openInFirefox } from '../support/browser/firefox';
import { servePage, type ServedPage } from '../support/browser/reporting-page';

/** The table of `libs/client/test/lies.spec.ts` with the web app's own device store and workers. */
let page: ServedPage;
const folder = mkdtempSync(join(tmpdir(), 'tradepost-lies-'));

test.beforeAll(async () => {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const config = join(root, 'apps/web/src/test/lies/vite.config.mts');
  execFileSync(process.execPath, [vite, 'build', '--config', config, '--outDir', folder, '--logLevel', 'error']);
  page = await servePage(folder, { '/described.json': join(root, 'libs/openapi/src/described.json') });
});

test.afterAll(async () => {
  await page.close();
  rmSync(folder, { recursive: true, force: true });
});

function expectNothingBelieved(result: unknown) {
  expect(result).not.toHaveProperty('failure');
  const { lies, fruitless, wrong, untried, neverRefused, harmless } = result as Outcome;
  expect(lies).toBeGreaterThan(1_200);
  expect({ fruitless, wrong, untried }).toEqual({ fruitless: [], wrong: [], untried: {} });
  expect(neverRefused).toEqual(harmless);
}

test('in Chromium, a lie about any field of an answer gives, signs, opens and saves nothing', async ({ page: tab }) => {
  await tab.goto(page.url);
  expectNothingBelieved(await page.result());
});

test('in Firefox, a lie about any field of an answer gives, signs, opens and saves nothing', async () => {
  const firefox = findFirefox();
  test.skip(!firefox, 'There is no Firefox on this machine: apt-get install firefox-esr');
  const opened = openInFirefox(firefox!, page.url);
  try {
    expectNothingBelieved(await Promise.race([page.result(), opened.ended]));
  } finally {
    await opened.close();
  }
});
