import { expect, type Page } from '@playwright/test';

/** Every body the page sends, for a look whether a password is in it. */
export function bodiesOf(page: Page): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.url(), request.postData() ?? ''));
  return bodies;
}

export async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
}

export const fingerprintOf = async (page: Page) =>
  (await page.getByRole('group', { name: 'Your security number' }).innerText()).replace(/\s+/g, ' ').trim();
