import { expect } from '@playwright/test';
import type { Topology } from '@tradepost/tools/topology/start';
import { look, newPerson } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';

let topology: Topology;
test.beforeAll(({ installation }) => void (topology = installation));

const pages = {
  Terms: 'What is recorded with every transfer',
  Privacy: 'Who can read your files',
  Help: 'I was sent a link',
  Status: 'All systems work',
};

test('the pages of the operator can be opened before signing in', async ({ browser }) => {
  const { page } = await newPerson(browser, topology);
  await page.goto('/login');
  await expect(page.getByRole('complementary').getByRole('img')).toBeVisible();
  await look(page, 'sign-in');
  for (const [name, part] of Object.entries(pages)) {
    await page.getByRole('navigation', { name: 'About this site' }).getByRole('link', { name }).click();
    await expect(page).toHaveTitle(`${name} · Tradepost`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(part)).toBeVisible();
    await look(page, `site-${name}`);
  }
});
