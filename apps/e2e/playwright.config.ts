import { defineConfig } from '@playwright/test';
import { findChromium } from '@tradepost/testing/servers/debian';

export default defineConfig({
  testDir: 'src/browser',
  testMatch: '*.browser.ts',
  globalSetup: './src/support/process/costs.ts',
  // long enough for a machine with six other busy processes: only what never comes reaches these limits
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // each has its own installation; a single browser leaves a core idle while it waits
  workers: process.env.E2E_REPLICAS ? 1 : 2,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  outputDir: '../../test-results',
  use: {
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
  },
});
