import { expect, type Page } from '@playwright/test';

/** What a screen may load before it can be used. More needs a reason in the change that adds it. */
interface Budget {
  /** Compressed bytes of scripts. */
  bytes: number;
  scripts: number;
}

const budgets = {
  /** The pages that people open with an empty browser cache. That of a transfer also says what members without keys cannot open. */
  first: { bytes: 193_000, scripts: 5 },
  /** With the layout and the vault, on a phone. Names of chunks alone change the compressed bytes by 200. */
  signedIn: { bytes: 263_000, scripts: 8 },
  /** Of these, what comes before the title of the workspace and of the shared folders: without tooltips, lists and session. */
  firstContent: { bytes: 200_000, scripts: 5 },
} satisfies Record<string, Budget>;

/**
 * Compressed bytes and number of the scripts that the page has loaded, without the hash of the key log's audit: the audit starts at some time after
 * the page can be used, which on a slow machine is before its scripts are counted.
 */
const scriptsOf = (page: Page) =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as unknown as { name: string; encodedBodySize: number }[];
    const scripts = loaded.filter(({ name }) => /(?<!\/hash-[\w-]+)\.m?js$/.test(new URL(name).pathname));
    return { count: scripts.length, bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
  });

/** That the page opened without the code of other screens. */
export async function expectFewScripts(page: Page, kind: keyof typeof budgets = 'first'): Promise<void> {
  const { count, bytes } = await scriptsOf(page);
  const { scripts, bytes: mostBytes } = budgets[kind];
  expect(count).toBeLessThanOrEqual(scripts);
  expect(bytes).toBeLessThanOrEqual(mostBytes);
}

/** That nothing moved on the page while it was loading. The page must not have been touched. */
export async function expectNoShift(page: Page): Promise<void> {
  const moved = await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value;
      resolve(sum);
    }).observe({ type: 'layout-shift', buffered: true });
    // an observer is not called when there is nothing to say
    requestAnimationFrame(() => setTimeout(() => resolve(sum)));
  })`);
  // words move a few pixels when their font arrives, which is late on a busy machine: up to 0.005 was seen
  expect(moved).toBeLessThan(0.01);
}
