import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Browser, type Locator, type Page, type Response } from '@playwright/test';
import type { ApiClient } from '@tradepost/client/api/api-client';
import type { SignedIn } from '@tradepost/contracts/identity';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import type { Account, Place } from '@tradepost/tools/client/people';
import { expectNoFindings } from './axe';

/** With `SCREENS=1`, pictures of every screen for people to look at: they take a minute of a core. */
const shots = join(__dirname, '..', '..', '..', '..', '..', 'test-results', 'screens');
async function picture(page: Page, name: string) {
  if (process.env.SCREENS) await page.screenshot({ path: join(shots, `${name}.png`), animations: 'disabled' });
}

export const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** Milliseconds between looks, because those of Playwright soon are a second apart. */
const soon = { intervals: [20, 50, 100] };

/** Picks an option of a select by typing a part of its name. By keyboard: a list that has just opened may move under a mouse. */
export async function choose(within: Page | Locator, label: string, option: string) {
  const select = within.getByLabel(label, { exact: true });
  if (await select.evaluate((element) => element.tagName === 'SELECT')) {
    await select.selectOption({ label: option });
    return;
  }
  const isOpen = async () => {
    if ((await select.getAttribute('aria-expanded')) === 'true') return true;
    await select.press('Enter');
    return false;
  };
  // a dialog that has just opened moves the focus once more, which closes the list
  await expect.poll(isOpen, { ...soon, message: label }).toBe(true);
  await select.pressSequentially(option);
  const active = async () => {
    const id = await select.getAttribute('aria-activedescendant');
    return id ? select.page().locator(`[id="${id}"]`).getAttribute('aria-label') : null;
  };
  await expect.poll(active, { ...soon, message: option }).toContain(option);
  await select.press('Enter');
  await expect(select).toHaveAttribute('aria-expanded', 'false');
}

/** The screen at both sizes; no page may scroll sideways. */
export async function look(page: Page, name: string) {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await picture(page, `${name}-${size}`);
    const overflow = () =>
      page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    // parts that are made for one width are exchanged after the change
    await expect.poll(overflow, { ...soon, message: `${name} scrolls sideways at ${size}` }).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(sizes.wide);
}

/** The screen at both sizes, and nothing on it that axe finds, light or dark. */
export async function inspect(page: Page, name: string) {
  await look(page, name);
  await expectNoFindings(page, name, { before: () => picture(page, `${name}-dark`) });
}

/** The name and bytes of a file that a page saves, once its button may be pressed again: a busy one ignores it. */
export async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  // 68 MB take a busy machine more than a minute
  const patient = { timeout: 300_000 };
  const [download] = await Promise.all([page.waitForEvent('download', patient), click()]);
  const content = readFileSync(await download.path());
  await expect(page.locator('.ant-btn-loading')).toHaveCount(0, patient);
  return { name: download.suggestedFilename(), content };
}

/** Follows an entry of the main navigation. */
export const navigate = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

/** The dialog that follows the first sealed upload after sign-up. */
export const kitDialog = (page: Page) => page.getByRole('dialog', { name: 'Save your recovery key' });

const isOwnKeys = (answer: Response) =>
  answer.request().method() === 'GET' && new URL(answer.url()).pathname === '/api/auth/vault';
const isLogin = (answer: Response) => /\/auth\/(reciver-)?login$/.test(new URL(answer.url()).pathname);

/** Ids of the users with a key in this browser. */
export const storedKeys = (page: Page) =>
  page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('vault');
    let isMissing = false;
    // only the app may create it: a database that is created here would have no tables
    opening.onupgradeneeded = () => ((isMissing = true), opening.transaction.abort());
    opening.onerror = () => (isMissing ? resolve([]) : reject(opening.error));
    opening.onsuccess = () => {
      const db = opening.result;
      if (!db.objectStoreNames.contains('keys')) return db.close(), resolve([]);
      const listing = db.transaction('keys').objectStore('keys').getAllKeys();
      listing.onsuccess = () => (db.close(), resolve(listing.result));
    };
  })`);

/** Waits until keys were made or opened, so that no dialog about them comes up in the middle of what follows. */
async function keysSettled(page: Page, own: Promise<Response>) {
  await own;
  const asked = () => page.evaluate<boolean>(`document.querySelector('.ant-modal') !== null`);
  await expect.poll(async () => (await asked()) || (await storedKeys(page)).length > 0, soon).toBe(true);
  await expect(page.locator('body')).toBeVisible(); // lets the handler of `newPerson` see it
}

/** A separate browser context and its errors. By default its user saves the recovery key later. */
export async function newPerson(
  browser: Browser,
  { origin }: Pick<Place, 'origin'>,
  { kit = 'later' }: { kit?: 'later' | 'stays' } = {},
) {
  const context = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: origin.startsWith('https:'),
    viewport: sizes.wide,
    acceptDownloads: true,
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  const later = kitDialog(page).or(page.getByRole('dialog', { name: 'Enter your recovery key' }));
  if (kit === 'later') await page.addLocatorHandler(later, () => later.getByRole('button', { name: 'Later' }).click());
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security|Warning:|Uncaught/.test(message.text()))
      failures.push(message.text());
  });
  return { page, failures };
}

/** A browser with the session of a program: no time is spent on its sign-in. Its keys stay locked. */
export async function sessionOf(browser: Browser, place: Pick<Place, 'origin'>, { token }: Pick<ApiClient, 'token'>) {
  const person = await newPerson(browser, place);
  await person.page.context().addCookies([{ name: 'auth-token', value: token ?? '', url: place.origin }]);
  return person;
}

export async function fillSignup(page: Page, { firstName, lastName, email, password }: Account) {
  await page.getByLabel('First Name').fill(firstName);
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

/** Types into the boxes; the last digit sends the code. */
export async function enterCode(page: Page, code: string) {
  await page.getByLabel('Digit 1 of 5').click();
  await page.keyboard.type(code);
}

export async function fillCompany(page: Page, { companyName, email }: Account) {
  await page.getByLabel('Company Name').fill(companyName);
  await page.getByLabel('Company Registration Number').fill('HRB 1');
  await page.getByLabel('Address Line 1').fill('1 Market Street');
  await page.getByLabel('City').fill('Mumbai');
  await page.getByLabel('Post Code').fill('400001');
  await choose(page, 'Trading Currency', 'EUR');
  await page.getByLabel('Telephone Number').fill('+912212345678');
  await page.getByLabel('Email for Contracts').fill(email);
  await page.getByLabel('Email for Billing').fill(email);
}

/** Sign up, mailed code, company, skip of the invite step. */
export async function signUp(
  page: Page,
  { inboxUrl }: Pick<Place, 'inboxUrl'>,
  path: string,
  person: Account,
  shot: string,
) {
  await page.goto(path);
  await fillSignup(page, person);
  await look(page, `${shot}-signup`);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByRole('button', { name: 'Enter code manually' }).click();
  const code = codeIn(await inboxAt(inboxUrl).waitForMail({ to: person.email, subject: /code/i }));
  await look(page, `${shot}-code`);
  await enterCode(page, code);
  await fillCompany(page, person);
  await look(page, `${shot}-company`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await look(page, `${shot}-invite`);
  const own = page.waitForResponse(isOwnKeys);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await keysSettled(page, own);
}

/** A person on the dashboard, in a context of their own. Its errors are added to `failures` when the page closes. */
export async function personAt(
  browser: Browser,
  place: Pick<Place, 'origin'>,
  { account, path, failures }: { account: Account; path: '/login' | '/receiver/login'; failures: string[] },
): Promise<Page> {
  const { page, failures: theirs } = await newPerson(browser, place);
  page.on('close', () => failures.push(...theirs));
  await signIn(page, account, path);
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  return page;
}

/** Says a right password, or a wrong one. */
export async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>, path = '/login') {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const own = page.waitForResponse(isOwnKeys);
  own.catch(() => undefined); // none comes where the password was wrong, or is not all there is to it
  const answers: Response[] = [];
  page.on('response', (response) => void (isLogin(response) && answers.push(response)));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // the browser itself detects a wrong password; a locator would let the handler of `newPerson` close a dialog
  const isRefused = () =>
    page.evaluate<boolean>(`/Invalid email or password|verify your email first/.test(document.body.innerText)`);
  await expect.poll(async () => answers.length > 0 || (await isRefused()), soon).toBe(true);
  const [answer] = answers;
  if (!answer?.ok()) return;
  const { user, enrol } = (await answer.json()) as SignedIn;
  if (!enrol && user.userType !== 'admin' && user.companyId !== null) await keysSettled(page, own);
}
