import { expect, type Page } from '@playwright/test';
import { kitDialog } from './browser-kit';

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

/** The security number that the page shows under this name. */
export const digitsIn = async (page: Page, name: string | RegExp) =>
  (await page.getByRole('group', { name }).innerText()).replace(/\s+/g, ' ').trim();

export const fingerprintOf = (page: Page) => digitsIn(page, 'Your security number');

/** Reads the key from the kit and types the two groups that are asked for. */
export async function saveKit(page: Page): Promise<string> {
  const kit = kitDialog(page);
  await expect(kit).toBeVisible();
  const code = await page.evaluate<string>(
    `[...document.querySelectorAll('.ant-modal [aria-label="Recovery key"] li')].map((group) => group.lastChild.textContent).join('-')`,
  );
  expect(code).toMatch(/^([0-9A-Z]{4}-){8}[0-9A-Z*~$=]$/);
  for (const label of await kit.locator('label').allTextContents()) {
    await kit.getByLabel(label).fill((code.split('-')[Number(label.slice(-1)) - 1] ?? '').toLowerCase());
  }
  await kit.getByRole('button', { name: 'I have saved it' }).click();
  await expect(kit).toBeHidden();
  return code;
}
