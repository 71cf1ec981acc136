import { expect, type Page } from '@playwright/test';

/** Compressed bytes; more needs a reason in the change that adds it. */
const mostBytes = 200_000;
const mostScripts = 15;

/** Compressed bytes and number of the scripts that the page has loaded. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as unknown as { name: string; encodedBodySize: number }[];
    const scripts = loaded.filter(({ name }) => /\.m?js$/.test(new URL(name).pathname));
    return { count: scripts.length, bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
  });

/** That the page opened without the code of other screens. */
export async function expectFewScripts(page: Page): Promise<void> {
  const { count, bytes } = await scriptsOf(page);
  expect(count).toBeLessThanOrEqual(mostScripts);
  expect(bytes).toBeLessThanOrEqual(mostBytes);
}
