import type { Page } from '@playwright/test';

/** From the page that asks for the address: signs in at the provider of the company. */
export async function enterByProvider(page: Page, login: string, domain: string): Promise<void> {
  await page.getByLabel('Email').fill(`${login}@${domain}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await signInAtProvider(page, login);
}

/** On the pages of the provider. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: /sign-in/i }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
