import { expect } from '@playwright/test';
import { startIdentityProvider } from '@tradepost/testing/identity-provider';
import { inspect, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { newSender, toast } from '../support/browser/senders';
import { enterByProvider } from '../support/browser/sso';

test('people sign in with the connected sign-in service of their company, and only there once it is required', async ({
  browser,
  installation,
  dns,
}) => {
  const provider = await startIdentityProvider();
  const domain = 'acme-sso.example';
  const person = await newSender(installation, 'owner');
  const { page: owner, failures } = await newPerson(browser, installation);
  await signIn(owner, person);

  await owner.goto('/profile#sso');
  await owner.getByLabel('Domain', { exact: true }).fill('Acme-SSO.example');
  await owner.getByRole('button', { name: 'Add domain' }).click();
  const record = owner.getByText(/^tradepost-verification=/);
  await expect(record).toBeVisible();
  await owner.getByRole('button', { name: `Verify ${domain}` }).click();
  await expect(owner.getByText(/The DNS record was not found/)).toBeVisible();
  await inspect(owner, 'sso-domain');
  dns.txt.set(domain, [(await record.textContent())!]);
  await owner.getByRole('button', { name: `Verify ${domain}` }).click();
  await expect(owner.getByText('Verified', { exact: true })).toBeVisible();

  const addresses = await owner.getByText(/\/sso\//).allTextContents();
  await provider.register(addresses[0]!, addresses[1]!);
  await owner.getByLabel('Issuer').fill(provider.issuer);
  await owner.getByLabel('Client ID').fill(provider.clientId);
  await owner.getByLabel('Client secret').fill(provider.clientSecret);
  await owner.getByLabel('Claim that gives roles').fill('groups');
  await owner.getByLabel(/Values for the role Auditor/).fill('audit');
  await owner.keyboard.press('Enter');
  await owner.getByRole('button', { name: 'Save connection' }).click();
  await expect(toast(owner)).toContainText('The connection was saved');
  await owner.getByRole('switch').click();
  await expect(owner.getByRole('switch')).toBeChecked();
  await inspect(owner, 'sso-connected');

  provider.people.set('paula', {
    email: `paula@${domain}`,
    email_verified: true,
    given_name: 'Paula',
    family_name: 'Person',
    groups: ['audit'],
  });
  provider.people.set('stranger', { email: `stranger@${domain}`, email_verified: false });
  const { page, failures: theirs } = await newPerson(browser, installation);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in with your company' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in with your company' })).toBeVisible();
  await inspect(page, 'sso-start');
  const enter = (login: string) => enterByProvider(page, login, domain);
  await enter('stranger');
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByText(/did not confirm your email address/)).toBeVisible();
  expect(page.url()).not.toContain('code=');
  await inspect(page, 'sso-refused');
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await page
    .getByRole('button', { name: 'Try again' })
    .or(page.getByRole('link', { name: 'Try again' }))
    .click();
  await enter('paula');
  await expect(page.getByRole('heading', { name: 'Hello, Paula' })).toBeVisible();
  await inspect(page, 'sso-dashboard');
  await page.goto('/profile');
  await expect(page.getByRole('tab')).toHaveText(['Profile']);
  await expect(page.getByText('Auditor').first()).toBeVisible();
  await inspect(page, 'sso-profile');

  await owner.goto('/profile#members');
  await owner.getByRole('button', { name: 'Remove Paula Person' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' }), 'without a reload').toBeVisible();
  await owner.goto('/profile#security');
  await owner.getByRole('button', { name: 'Link with your company' }).click();
  await expect(owner.getByText(/No company uses single sign-on with addresses of this domain/)).toBeVisible();
  await inspect(owner, 'sso-link');
  expect([...failures, ...theirs]).toEqual([]);
  await provider.stop();
});
