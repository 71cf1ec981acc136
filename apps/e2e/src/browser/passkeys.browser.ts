import { expect, type Page, type Request } from '@playwright/test';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { inboxAt } from '@tradepost/testing/inbox-client';
import type { Topology } from '@tradepost/tools/topology/start';
import { routes } from '@tradepost/contracts/routes';
import { inspect, look, navigate, newPerson, signIn, sizes, storedKeys } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { withAuthenticator } from '../support/browser/fingerprint-reader';
import { shownSecret } from '../support/browser/two-step';
import { logOut } from '../support/browser/keys';
import { deliveredSamples, tradingPair, type Pair } from '../support/main-path';

test.describe.configure({ mode: 'serial' });

let topology: Topology;
let pair: Pair;
let page: Page;
let failures: string[];
const sent: Request[] = [];

test.beforeAll(async ({ browser, installation }) => {
  topology = installation;
  pair = await tradingPair(topology);
  ({ page, failures } = await newPerson(browser, topology));
  await withAuthenticator(page);
  page.on('request', (request) => void sent.push(request));
});
test.afterAll(async () => page?.context().close());

const securityTab = async () => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Company' }).click();
  await page.getByRole('tab', { name: 'Security' }).click();
};
const card = () => page.locator('.ant-card', { hasText: 'Add a passkey' });

test('a person adds a passkey, which also opens the encryption keys', async () => {
  await signIn(page, pair.senderAccount);
  await securityTab();
  await expect(card()).toContainText('Sign in with your fingerprint');
  await card().getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Current password').fill('not-the-password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The current password is wrong').first()).toBeVisible();
  await inspect(page, 'passkey-add');
  await dialog.getByLabel('Name').fill('Office laptop');
  await dialog.getByLabel('Current password').fill(pair.senderAccount.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(card().getByText('Office laptop')).toBeVisible();
  await expect(card().getByText('Opens encrypted files')).toBeVisible();
  await inspect(page, 'passkeys');
  const mail = await inboxAt(topology.inboxUrl).waitForMail({ to: pair.senderAccount.email, subject: /new passkey/i });
  expect(mail.text).toContain('Office laptop');
});

test('signs in with it without a password, and the vault is open', async () => {
  await logOut(page);
  await expect.poll(() => storedKeys(page)).toEqual([]);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await inspect(page, 'login-passkey');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await expect.poll(() => storedKeys(page)).toHaveLength(1);
  await logOut(page);
  await page.goto('/receiver/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/This passkey cannot be used here/)).toBeVisible();
});

test('accepts a request with it in place of the mailed code', async () => {
  const [file] = await deliveredSamples(pair, { name: 'Trade 2025', licence: '' });
  await pair.receiver.send(routes.createRequest, {
    files: [{ id: file?.id ?? '' }],
    receiverEmail: pair.receiverAccount.email,
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await navigate(page, 'Request Management');
  await page.getByRole('button', { name: /Accept the request/ }).click();
  const accept = page.getByRole('dialog', { name: 'Accept Request' });
  await expect(accept.getByRole('button', { name: 'Use a passkey instead' })).toBeVisible();
  await inspect(page, 'accept-passkey-offered');
  await accept.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(accept.getByRole('button', { name: 'Verified' })).toBeVisible();
  await inspect(page, 'accept-passkey');
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('cell', { name: 'accepted' })).toBeVisible();
});

test('needs both steps to add another one, and is itself a second step', async () => {
  const { password } = pair.senderAccount;
  await securityTab();
  await page.getByRole('button', { name: 'Turn on' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await setup.getByLabel('Current password').fill(password);
  await setup.getByRole('button', { name: 'Continue' }).click();
  const secret = await shownSecret(setup);
  await setup.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const codes = setup.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await setup.getByRole('button', { name: 'I have saved them' }).click();
  await card().getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please enter the code from your authenticator app')).toBeVisible();
  await inspect(page, 'passkey-add-two-step');
  await dialog.getByLabel('Code', { exact: true }).fill(recoveryCode);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await logOut(page);
  await signIn(page, pair.senderAccount);
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await inspect(page, 'two-step-passkey');
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
});

test('removes it, so that it no longer signs in', async () => {
  await securityTab();
  await page.setViewportSize(sizes.phone);
  await card().getByRole('button', { name: 'Remove Office laptop' }).click();
  await expect(page.getByText('Remove this passkey?')).toBeVisible();
  await expect
    .poll(async () => (await page.locator('.ant-popconfirm').boundingBox())?.x, { message: 'left edge on a phone' })
    .toBeGreaterThanOrEqual(0);
  await look(page, 'passkey-remove');
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await page.setViewportSize(sizes.wide);
  await expect(card().getByText('Office laptop')).toHaveCount(0);
  await logOut(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/This passkey cannot be used here/)).toBeVisible();
  for (const request of sent) expect(request.postData() ?? '').not.toMatch(/"(prf|clientExtensionResults)"/);
  expect(failures).toEqual([]);
});
