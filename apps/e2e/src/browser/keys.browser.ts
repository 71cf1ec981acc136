import { expect, type Page } from '@playwright/test';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { register, type Account } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { assertNothingGuessable } from '../support/credentials-sent';
import {
  enterCode,
  inspect,
  storedKeys,
  kitDialog,
  look,
  newPerson,
  signIn,
  signUp,
  sizes,
} from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account } from '../support/fixtures';
import { bodiesOf, logOut, fingerprintOf, saveKit } from '../support/browser/keys';

let topology: Topology;
test.beforeAll(({ installation }) => void (topology = installation));

const saveNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Save your recovery key' });

async function resetPassword(page: Page, { email }: Account, password: string) {
  await page.goto('/password-reset');
  await page.getByLabel('Email').fill(email);
  const before = (await inboxAt(topology.inboxUrl).mailTo(email))
    .filter(({ subject }) => /password|reset/i.test(subject))
    .at(-1);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await enterCode(
    page,
    codeIn(
      await inboxAt(topology.inboxUrl).waitForMail({
        to: email,
        subject: /password|reset/i,
        ...(before && { after: before }),
      }),
    ),
  );
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
}

test('keys are created and saved, survive a reload and a password change, and are deleted on sign-out', async ({
  browser,
}) => {
  const person = account('owner');
  const { page, failures } = await newPerson(browser, topology, { kit: 'stays' });
  const bodies = bodiesOf(page);
  await signUp(page, topology, '/receiver/signup', person, 'keys');
  const kit = kitDialog(page);
  // no dialog opens over the first screen
  await expect(saveNotice(page)).toBeVisible();
  await expect(kit).toBeHidden();
  await saveNotice(page).getByRole('button', { name: 'Save it' }).click();
  await expect(kit).toBeVisible();
  await inspect(page, 'recovery-kit');
  await kit.getByRole('button', { name: 'I have saved it' }).click();
  await expect(kit.getByText('Please enter this group')).toHaveCount(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    kit.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('tradepost-recovery-key.txt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body > section')).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await saveKit(page);
  await expect(saveNotice(page)).toBeHidden();

  await page.goto('/profile#encryption');
  const fingerprint = await fingerprintOf(page);
  expect(fingerprint).toMatch(/^\d{5}( \d{5}){7}$/);
  expect(await storedKeys(page)).toHaveLength(1);
  await page.reload();
  await expect(page.getByText('Recovery key saved')).toBeVisible();
  expect(await fingerprintOf(page)).toBe(fingerprint);
  await inspect(page, 'profile-encryption');

  await logOut(page);
  await expect.poll(() => storedKeys(page)).toEqual([]);
  await signIn(page, person, '/receiver/login');
  await page.goto('/profile#encryption');
  expect(await fingerprintOf(page)).toBe(fingerprint);

  const password = 'Another-horse-8!';
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  const change = page.getByRole('dialog', { name: 'Change password' });
  await change.getByLabel('Current password').fill(person.password);
  await change.getByLabel('New password').fill('P@ssw0rd');
  await change.getByLabel('Confirm password').fill('P@ssw0rd');
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change.getByText(/known from a data breach/).first()).toBeVisible();
  await change.getByLabel('New password').fill(password);
  await change.getByLabel('Confirm password').fill(password);
  await change.getByRole('button', { name: 'Change password' }).click();
  await expect(change).toBeHidden();
  await logOut(page);
  await signIn(page, { ...person, password }, '/receiver/login');
  await page.goto('/profile#encryption');
  expect(await fingerprintOf(page)).toBe(fingerprint);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  assertNothingGuessable(bodies, [person.password, password]);
  expect(failures).toEqual([]);
});

test('after a reset the recovery key opens the vault', async ({ browser }) => {
  const person = account('resetter');
  const first = await newPerson(browser, topology, { kit: 'stays' });
  await signUp(first.page, topology, '/receiver/signup', person, 'keys');
  await saveNotice(first.page).getByRole('button', { name: 'Save it' }).click();
  await kitDialog(first.page).getByRole('button', { name: 'Later' }).click();
  await expect(saveNotice(first.page)).toBeVisible();
  await look(first.page, 'recovery-notice');
  await saveNotice(first.page).getByRole('button', { name: 'Save it' }).click();
  const renew = first.page.getByRole('dialog', { name: 'Create a recovery key' });
  await renew.getByLabel('Current password').fill('not-the-password');
  await renew.getByRole('button', { name: 'Continue' }).click();
  await expect(renew.getByText('The current password is wrong').first()).toBeVisible();
  await look(first.page, 'recovery-renew');
  await renew.getByLabel('Current password').fill(person.password);
  await renew.getByRole('button', { name: 'Continue' }).click();
  await expect(kitDialog(first.page)).toBeVisible();
  const code = await saveKit(first.page);
  await expect(saveNotice(first.page)).toBeHidden();
  await first.page.goto('/profile#encryption');
  const fingerprint = await fingerprintOf(first.page);

  // another device, and a password that nobody remembers
  const { page, failures } = await newPerson(browser, topology, { kit: 'stays' });
  const bodies = bodiesOf(page);
  await resetPassword(page, person, 'Changed-horse-7?');
  await expect(first.page.getByRole('heading', { name: 'Welcome back' }), 'the session ended everywhere').toBeVisible();
  await expect.poll(() => storedKeys(first.page)).toEqual([]);
  await signIn(page, { ...person, password: 'Changed-horse-7?' }, '/receiver/login');
  const recovery = page.getByRole('dialog', { name: 'Enter your recovery key' });
  await expect(recovery).toBeVisible();
  const mistyped = code.replace(/^./, (symbol) => (symbol === 'A' ? 'B' : 'A'));
  await recovery.getByRole('textbox', { name: 'Recovery key' }).fill(mistyped);
  await recovery.getByRole('button', { name: 'Unlock' }).click();
  await expect(recovery.getByText(/This recovery key is mistyped/)).toBeVisible();
  await inspect(page, 'recovery-key');
  await recovery
    .getByRole('textbox', { name: 'Recovery key' })
    .fill(` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('1', 'l').replaceAll('0', 'o')} `);
  await recovery.getByRole('button', { name: 'Unlock' }).click();
  await expect(recovery).toBeHidden();
  await page.goto('/profile#encryption');
  expect(await fingerprintOf(page), 'the same keys').toBe(fingerprint);
  await logOut(page);
  await signIn(page, { ...person, password: 'Changed-horse-7?' }, '/receiver/login');
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await expect(page.getByRole('dialog'), 'the new password opens them').toHaveCount(0);
  assertNothingGuessable(bodies, [person.password, 'Changed-horse-7?']);
  expect([...failures, ...first.failures]).toEqual([]);
});

test('without the recovery key, a person can start over after a warning about lost files', async ({ browser }) => {
  const person = account('starter');
  const { page, failures } = await newPerson(browser, topology, { kit: 'stays' });
  await signUp(page, topology, '/receiver/signup', person, 'keys');
  await page.goto('/profile#encryption');
  const fingerprint = await fingerprintOf(page);
  await logOut(page);
  await resetPassword(page, person, 'Changed-again-7?');
  const recovery = page.getByRole('dialog', { name: 'Enter your recovery key' });
  await signIn(page, { ...person, password: 'Changed-again-7?' }, '/receiver/login');
  await recovery.getByRole('button', { name: 'Later' }).click();
  await page.reload();
  const locked = page.getByRole('alert').filter({ hasText: 'Your encryption keys are locked' });
  await page.setViewportSize(sizes.phone);
  await expect
    .poll(async () => (await locked.boundingBox())?.height, { message: 'takes little of a phone' })
    .toBeLessThan(sizes.phone.height / 8);
  await page.setViewportSize(sizes.wide);
  await locked.getByRole('button', { name: 'Unlock' }).click();
  const unlock = page.getByRole('dialog', { name: 'Unlock your encryption keys' });
  await unlock.getByLabel('Current password').fill('Changed-again-7?');
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(unlock.getByText(/use your recovery key/).first()).toBeVisible();
  await look(page, 'unlock');
  await unlock.getByRole('button', { name: 'Use your recovery key instead' }).click();
  await recovery.getByRole('button', { name: 'I can’t find it' }).click();
  const over = page.getByRole('dialog', { name: 'Start over with new keys' });
  await expect(over.getByText(/can no longer read or deliver/)).toBeVisible();
  await over.getByRole('button', { name: 'Create new keys' }).click();
  await expect(over.getByText('Please type: new keys')).toBeVisible();
  await inspect(page, 'start-over');
  await over.getByLabel(/to confirm/).fill('new keys');
  await over.getByLabel('Current password').fill('Changed-again-7?');
  await over.getByRole('button', { name: 'Create new keys' }).click();
  await expect(kitDialog(page)).toBeVisible();
  await saveKit(page);
  await page.goto('/profile#encryption');
  expect(await fingerprintOf(page), 'keys of the next epoch').not.toBe(fingerprint);
  expect(failures).toEqual([]);
});

test('an account without keys is offered encryption', async ({ browser }) => {
  const person = account('keyless');
  await register(topology, 'receiver', person);
  const { page, failures } = await newPerson(browser, topology, { kit: 'stays' });
  await page.route('**/api/auth/vault', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.goto('/receiver/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Set up encryption' });
  await expect(notice).toBeVisible();
  await look(page, 'keys-none');
  await page.unroute('**/api/auth/vault');
  await page.reload();
  await notice.getByRole('button', { name: 'Set up' }).click();
  const make = page.getByRole('dialog', { name: 'Set up encryption' });
  await make.getByLabel('Current password').fill('not-the-password');
  await make.getByRole('button', { name: 'Turn on encryption' }).click();
  await expect(make.getByText('The current password is wrong').first()).toBeVisible();
  await look(page, 'keys-make');
  await make.getByLabel('Current password').fill(person.password);
  await make.getByRole('button', { name: 'Turn on encryption' }).click();
  await saveKit(page);
  await expect(notice).toHaveCount(0);
  expect(failures).toEqual([]);
});
