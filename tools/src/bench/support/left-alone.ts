import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '@tradepost/testing/servers/debian';
import { longestWaitMs, waitFor } from '@tradepost/testing/wait-for';

/**
 * A page in a Chromium that goes on without Playwright, which records all that a page sends: that costs more time and memory than sending it.
 * @param begin starts the work @param end waits for it, after Playwright has left the browser
 */
export async function leftAlone(
  begin: (page: Page) => Promise<void>,
  end: () => Promise<void>,
  args: string[] = [],
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'tradepost-chromium-'));
  const own = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const running = spawn(findChromium() ?? '', [...own, ...args, 'about:blank'], { stdio: 'ignore', detached: true });
  try {
    const stated = join(profile, 'DevToolsActivePort');
    await waitFor(() => existsSync(stated) && readFileSync(stated, 'utf8').includes('\n'));
    const [port] = readFileSync(stated, 'utf8').split('\n');
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = browser.contexts();
    if (!context) throw new Error('Chromium has no window');
    const page = await context.newPage();
    page.setDefaultTimeout(longestWaitMs);
    await page.setViewportSize({ width: 1280, height: 720 });
    await begin(page);
    await browser.close();
    await end();
  } finally {
    // Debian starts it by a script, which ends before it
    const group = String(running.pid);
    process.kill(-Number(group), 'SIGKILL');
    await waitFor(() => spawnSync('pgrep', ['-g', group]).status !== 0);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
