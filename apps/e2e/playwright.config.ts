import { defineConfig } from '@playwright/test';
import { findChromium } from '@tradepost/testing/servers/debian';

export default defineConfig({
  testDir: 'src/browser',
  testMatch: '*.browser.ts',
  // long enough for a machine with six other busy processes: every step has a limit of its own
  timeout: 240_000,
  expect: { timeout: 10_000 },
  workers: 1,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  outputDir: '../../test-results',
  use: {
    actionTimeout: 15_000,
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
