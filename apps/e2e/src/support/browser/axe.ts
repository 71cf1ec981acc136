import { expect, type Page } from '@playwright/test';
import { source as axeSource, type Result, type RunOptions } from 'axe-core';

export type Theme = 'light' | 'dark';

interface Options {
  themes?: Theme[];
  /** Also that what can be pressed has 24 px (WCAG 2.2), which axe does not check by default. */
  targets?: boolean;
  /** What to do once it was looked at in the last theme, before it is light again. */
  before?: () => Promise<void>;
}

/** Nothing on the screen that axe finds, of any impact and best practices included. */
export async function expectNoFindings(
  page: Page,
  name: string,
  { themes = ['light', 'dark'], targets: enabled = false, before }: Options = {},
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
    // of all that is looked at, only colours differ in the dark
    const options: RunOptions =
      colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : { rules: { 'target-size': { enabled } } };
    // what is loading is pale
    await expect.poll(() => findingsOn(page, options), { message: `${name}, ${colorScheme}` }).toEqual([]);
  }
  await before?.();
  await page.emulateMedia({ colorScheme: 'light' });
}

/** It is loaded once for each document: that takes longer than its rules. */
async function findingsOn(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource);
  const run = JSON.stringify({ ...options, resultTypes: ['violations'] } satisfies RunOptions);
  const violations = await page.evaluate<Result[]>(`axe.run(document, ${run}).then(({ violations }) => violations)`);
  return violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}
