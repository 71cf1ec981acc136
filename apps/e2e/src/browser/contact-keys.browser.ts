import { expect, type Page } from '@playwright/test';
import { createKeys } from '@tradepost/client/keys/keys';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { routes } from '@tradepost/contracts/routes';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, storedKeys, look, newPerson, signIn, signUp } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account } from '../support/fixtures';
import { tradingPair } from '../support/main-path';
import { bodiesOf, logOut, fingerprintOf } from '../support/browser/keys';

let topology: Topology;
test.beforeAll(({ installation }) => void (topology = installation));
const refused = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your encryption keys are not used' });

test('forged keys of the server are refused and reported', async ({ browser }) => {
  const person = account('doubter');
  const { page } = await newPerson(browser, topology);
  await signUp(page, topology, '/receiver/signup', person, 'keys');
  await page.goto('/profile#encryption');
  const fingerprint = await fingerprintOf(page);

  const answering = (change: (answer: any) => unknown) =>
    page.route('**/api/auth/vault', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change(await response.json()) });
    });
  await answering(() => ({ epoch: 0, keys: null }));
  await page.reload();
  await expect(refused(page)).toContainText('older encryption keys than this device has seen');
  await look(page, 'keys-refused');
  await page.unroute('**/api/auth/vault/ledger?*');
  await answering(({ epoch, keys }) => ({
    epoch,
    keys: { ...keys, bundle: { ...keys.bundle, hpkePublic: keys.bundle.signPublic } },
  }));
  await page.reload();
  await expect(refused(page)).toContainText('not the ones you created');
  await page.unroute('**/api/auth/vault');
  await page.reload();
  await expect(page.getByText(fingerprint.split(' ')[0] ?? '').first()).toBeVisible();
  await expect(refused(page)).toHaveCount(0);

  await logOut(page);
  const bodies = bodiesOf(page);
  await page.route('**/api/auth/password/proof', (route) =>
    route.fulfill({ json: { response: 'AAAA', state: 'AAAA', former: { salt: 'AAAA', hashSalt: 'AAAA' } } }),
  );
  await page.goto('/receiver/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('.ant-notification-notice')).toContainText('did not follow the sign-in protocol');
  expect(bodies.filter((body) => body.includes('reciver-login') || body.includes(person.password))).toEqual([]);
});

test('keys of contacts are shown and confirmed, and a changed key is reported', async ({ browser }) => {
  const { senderAccount, receiverAccount, receiver } = await tradingPair(topology);
  const { user } = await receiver.send(routes.me, {});
  const ownPassword = await fetchPasswordKeys(receiver, receiverAccount);
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, senderAccount);
  await page.goto('/profile#encryption');
  const contact = page.getByRole('list', { name: 'Your contacts’ keys' }).getByRole('listitem');
  await expect(contact).toContainText('No key yet');

  await createKeys(receiver, user, ownPassword, newRecoveryCode());
  await page.reload();
  await expect(contact).toContainText('First seen');
  const beforePin = await page.evaluate<string>(
    `fetch('/api/auth/vault/ledger?epoch=1&from=1', { headers: { 'X-Client': 'web', Authorization: 'Bearer ' + document.cookie.match(/auth-token=([^;]+)/)[1] } }).then((answer) => answer.text())`,
  );
  const confirm = async (button: RegExp) => {
    await contact.getByRole('button', { name: button }).click();
    const compare = page.getByRole('dialog', { name: /^Compare .* security number$/ });
    await expect(compare.getByRole('button', { name: 'Confirm security number' })).toBeDisabled();
    await look(page, 'contact-compare');
    await compare.getByRole('checkbox').check();
    await compare.getByRole('button', { name: 'Confirm security number' }).click();
    await expect(compare).toBeHidden();
    await expect(contact).toContainText('Known key');
  };
  await confirm(/^Confirm security number/);
  await page.reload();
  await expect(contact).toContainText('Known key');

  await createKeys(receiver, user, ownPassword, newRecoveryCode());
  await page.reload();
  await expect(contact).toContainText('Key changed');
  await contact.scrollIntoViewIfNeeded();
  await inspect(page, 'contact-changed');
  await confirm(/^Confirm new security number/);

  const sealedOnly = page.getByRole('switch', { name: 'Accept end-to-end encrypted files only' });
  await sealedOnly.click();
  await expect(sealedOnly).toBeChecked();
  await page.reload();
  await expect(sealedOnly).toBeChecked();

  await page.route('**/api/auth/vault/ledger?*', (route) =>
    route.fulfill({ contentType: 'application/json', body: beforePin }),
  );
  await page.reload();
  await expect(refused(page)).toContainText('record of your contacts and deliveries that is older than');
  await expect(contact).toContainText('Locked');
  await page.unroute('**/api/auth/vault/ledger?*');

  await page.reload();
  await expect(contact).toContainText('Known key');
  const second = await page.context().newPage();
  await second.goto('/profile#encryption');
  await expect(
    second.getByRole('group', { name: 'Your security number' }),
    'the other tab needs no password',
  ).toBeVisible();
  await logOut(page);
  await expect(second.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => storedKeys(second)).toEqual([]);
  expect(failures).toEqual([]);
});
