import type { Browser, Page } from '@playwright/test';
import type { Account } from '../../client/people';
import type { Topology } from '../../topology/start';

/** A page of a browser's own, on the first screen after the sign-in. @param path of the portal's login */
export async function signedIn(browser: Browser, topology: Topology, account: Account, path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: topology.origin, acceptDownloads: true });
  return signInOn(page, topology, account, path);
}

/** As `signedIn`, on a page that is open. */
export async function signInOn(
  page: Page,
  { origin }: Topology,
  { email, password }: Account,
  path: string,
): Promise<Page> {
  const later = page.getByRole('dialog', { name: 'Save your recovery key' });
  await page.addLocatorHandler(later, () => later.getByRole('button', { name: 'Later' }).click());
  await page.goto(`${origin}${path}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /Hello/ }).waitFor();
  return page;
}
