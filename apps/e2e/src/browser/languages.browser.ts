// cspell:disable: German texts
import { expect, type Browser, type Page } from '@playwright/test';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { registerSender } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { choose, enterCode, fillCompany, fillSignup, newPerson, sizes } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account } from '../support/fixtures';

let topology: Topology;
test.beforeAll(({ installation }) => void (topology = installation));

const germanBrowser = async (browser: Browser) =>
  (await browser.newContext({ baseURL: topology.origin, locale: 'de-DE', reducedMotion: 'reduce' })).newPage();

const isWider = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

test('a person reads the screens and mails in the language of the browser, and chooses another', async ({
  browser,
}) => {
  const person = account('polyglot');
  await registerSender(topology, person);
  const page = await germanBrowser(browser);
  await page.goto('/login');
  await expect(page).toHaveTitle('Anmelden · Tradepost');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByText('Die E-Mail-Adresse ist erforderlich')).toBeVisible();
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill('not this one!');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByText('E-Mail oder Passwort ist ungültig')).toBeVisible();
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/auth/language') && answer.ok());
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Guten Tag/ })).toBeVisible();
  await stored;

  const stranger = await germanBrowser(browser);
  await stranger.goto('/password-reset');
  await stranger.getByLabel('E-Mail').fill(person.email);
  await stranger.getByRole('button', { name: 'Bestätigungscode senden' }).click();
  const mail = await inboxAt(topology.inboxUrl).waitForMail({ to: person.email, subject: /Zurücksetzen/ });
  expect(mail.html).toContain('<html lang="de" dir="ltr"');
  expect(mail.text).toContain('10 Minuten gültig');

  await page.goto('/profile');
  await choose(page, 'Land', 'Deutschland');
  await page.goto('/profile#profile');
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('ar');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await page.setViewportSize(sizes.phone);
  for (const path of ['/', '/workspace', '/requests', '/invitations', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'ar');
    await expect.poll(() => isWider(page), { message: path }).toBe(false);
  }
  await page.reload();
  await expect(html).toHaveAttribute('dir', 'rtl');

  // the language is the profile's, not the browser's
  const elsewhere = await germanBrowser(browser);
  await elsewhere.goto('/login');
  await elsewhere.getByLabel('E-Mail').fill(person.email);
  await elsewhere.getByLabel('Passwort', { exact: true }).fill(person.password);
  await elsewhere.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'ar');
});

test('another language keeps what a new person has typed, but not the password', async ({ browser }) => {
  const person = account('translator');
  const { page } = await newPerson(browser, topology);
  const html = page.locator('html');
  await page.goto('/signup');
  await fillSignup(page, person);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(page.getByLabel('E-Mail')).toHaveValue(person.email);
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('');
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(page.getByLabel('Last Name')).not.toHaveValue('');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByRole('button', { name: 'Enter code manually' }).click();
  await enterCode(page, codeIn(await inboxAt(topology.inboxUrl).waitForMail({ to: person.email, subject: /code/i })));

  await expect(page.getByRole('heading', { name: 'Company Details' })).toBeVisible();
  await fillCompany(page, person);
  await choose(page, 'Country', 'Germany');
  await page.getByLabel('Telephone Number').fill('+4930901820');
  await page.getByLabel('Email for Billing').fill('bills@example.com');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('heading', { name: 'Unternehmensdaten' })).toBeVisible();
  await expect(page.getByLabel('E-Mail für Rechnungen')).toHaveValue('bills@example.com');
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(page.getByLabel('Telephone Number')).toHaveValue('+4930901820');
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByLabel("Partner's email").fill('partner@example.com');
  await page.keyboard.press('Enter');
  await page.getByLabel("Partner's email").fill('second@');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(page.getByText('partner@example.com')).toBeVisible();
  await expect(page.getByLabel('E-Mail des Partners')).toHaveValue('second@');
});
