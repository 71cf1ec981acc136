import type { Locator, Page } from '@playwright/test';

/** The secret that the set-up of two-step sign-in shows. */
export async function shownSecret(setup: Page | Locator): Promise<string> {
  const href = await setup.locator('a[href^="otpauth:"]').getAttribute('href');
  return new URL(href ?? '').searchParams.get('secret') ?? '';
}
