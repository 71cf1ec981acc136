import { expect } from '@playwright/test';
import { makeAdmin } from '@tradepost/tools/seed/demo';
import type { Topology } from '@tradepost/tools/topology/start';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { inspect, look, newPerson, signIn, sizes } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { shownSecret } from '../support/browser/two-step';
import { account } from '../support/fixtures';
import { newSender, toast } from '../support/browser/senders';

let topology: Topology;

test.beforeAll(({ installation }) => void (topology = installation));

test('the profile: company, password, two-step sign-in and sessions', async ({ browser }) => {
  const person = await newSender(topology, 'careful');
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Company' }).click();
  await page.getByLabel('City').fill('');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('City is required')).toBeVisible();
  await page.getByLabel('City').fill('Pune');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page)).toContainText('Company details submitted successfully');
  await expect(toast(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('City')).toHaveValue('Pune');
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Change name' }).click();
  const rename = page.getByRole('dialog', { name: 'Change name' });
  await rename.getByLabel('First Name').fill('Anna-Maria');
  await inspect(page, 'profile-name');
  await rename.getByRole('button', { name: 'Change name' }).click();
  await expect(rename).toBeHidden();
  await expect(page.getByRole('main').getByText(/^Anna-Maria /)).toBeVisible();
  await page.getByRole('tab', { name: 'Security' }).click();
  const sessions = page.locator('.ant-card', { hasText: 'Sign out everywhere else' });
  await expect(sessions.getByText('This session')).toHaveCount(1);
  await expect(sessions).toContainText('Chrome on Linux');

  const password = 'Another-horse-8!';
  await page.getByRole('button', { name: 'Change password' }).click();
  const change = page.getByRole('dialog', { name: 'Change password' });
  await change.getByLabel('Current password').fill('wrong-password');
  await change.getByLabel('New password').fill(password);
  await change.getByLabel('Confirm password').fill(password);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByText('The current password is wrong').first()).toBeVisible();
  await inspect(page, 'profile-password');
  await change.getByLabel('Current password').fill(person.password);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change).toBeHidden();
  await expect(sessions.getByRole('button', { name: /^Sign out/ })).toHaveCount(2);

  await page.getByRole('button', { name: 'Turn on' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await setup.getByLabel('Current password').fill('not-the-password');
  await setup.getByRole('button', { name: 'Continue' }).click();
  await expect(setup.getByText('The current password is wrong').first()).toBeVisible();
  await setup.getByLabel('Current password').fill(password);
  await setup.getByRole('button', { name: 'Continue' }).click();
  const secret = await shownSecret(setup);
  await inspect(page, 'profile-two-step');
  await setup.getByLabel('Code', { exact: true }).fill('000000');
  await setup.getByRole('button', { name: 'Turn on' }).click();
  await expect(setup.getByText('This code is not valid.').first()).toBeVisible();
  await setup.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const issued = setup.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(issued.first()).toBeVisible();
  const replaced = await issued.allTextContents();
  await page.setViewportSize(sizes.phone);
  for (const code of await issued.all()) expect((await code.boundingBox())?.height).toBeLessThan(30);
  await inspect(page, 'profile-recovery-codes');
  await setup.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText(`Recovery codes left: ${replaced.length}`)).toBeVisible();
  await look(page, 'profile');

  await page.getByRole('button', { name: 'Renew recovery codes' }).click();
  const renew = page.getByRole('dialog', { name: 'Renew recovery codes' });
  await renew.getByLabel('Current password').fill(password);
  await renew.getByRole('button', { name: 'Renew recovery codes' }).click();
  await expect(renew.getByText('Please enter the code from your authenticator app').first()).toBeVisible();
  await renew.getByLabel('Code', { exact: true }).fill(replaced[0]!);
  await renew.getByRole('button', { name: 'Renew recovery codes' }).click();
  const renewed = renew.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(renewed.first()).toBeVisible();
  const codes = await renewed.allTextContents();
  expect(codes).not.toContain(replaced[1]);
  await renew.getByRole('button', { name: 'I have saved them' }).click();

  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Download my data' }).click();
  const data = page.getByRole('dialog', { name: 'Download my data' });
  await data.getByLabel('Current password').fill('not-the-password');
  await data.getByRole('button', { name: 'Download' }).click();
  await expect(data.getByText('The current password is wrong').first()).toBeVisible();
  await inspect(page, 'profile-data');
  await data.getByLabel('Current password').fill(password);
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(archive.suggestedFilename()).toMatch(/^tradepost-data-\d{4}-\d\d-\d\d\.zip$/);
  await expect(data).toBeHidden();

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const goodbye = page.getByRole('dialog', { name: 'Delete my account' });
  await goodbye.getByLabel('Current password').fill('not-the-password');
  await goodbye.getByRole('button', { name: 'Delete my account' }).click();
  await expect(goodbye.getByText('The current password is wrong').first()).toBeVisible();
  await inspect(page, 'profile-delete');
  await goodbye.getByLabel('Current password').fill(password);
  await goodbye.getByRole('button', { name: 'Delete my account' }).click();
  await expect(toast(page).filter({ hasText: 'unless you keep it' })).toContainText('Your account will be deleted');
  await expect(page.getByRole('alert').getByText(/^Your account will be deleted on \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
  await inspect(page, 'profile-deletion-asked');
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(toast(page).filter({ hasText: 'Your account will not be deleted' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeHidden();
  await page.getByRole('tab', { name: 'Security' }).click();
  await sessions.getByRole('button', { name: 'Sign out of this session' }).click();
  // a sign-in that begins earlier loses what it has typed when the session ends
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  await signIn(page, { ...person, password });
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This code is not valid.')).toBeVisible();
  await inspect(page, 'two-step');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await page.goto('/profile#security');
  await expect(page.getByText(`Recovery codes left: ${codes.length - 1}`)).toBeVisible();
  expect(failures).toEqual([]);
});

test('an admin sets up two-step sign-in before anything else', async ({ browser }) => {
  const admin = account('admin');
  await makeAdmin(topology, admin);
  const { page } = await newPerson(browser, topology);
  await signIn(page, admin);
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  await look(page, 'two-step-setup');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await signIn(page, admin);
  const secret = await shownSecret(page);
  await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.goto('/profile#security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await expect(page.getByLabel('Company Name')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
});
