import { expect } from '@playwright/test';
import { acceptAllowance } from '@tradepost/contracts/api-keys';
import { routes } from '@tradepost/contracts/routes';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { ApiClient } from '@tradepost/client/api/api-client';
import { openProgramVault } from '@tradepost/client/keys/keys';
import { sealContent } from '@tradepost/client/transfers/sealed-content';
import { ApiError } from '@tradepost/client/api/api-error';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, look, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { tradingPair } from '../support/main-path';

let topology: Topology;
test.beforeAll(({ installation }) => void (topology = installation));

const refusal = (call: Promise<unknown>): Promise<ApiError['code'] | undefined> =>
  call.then(
    () => undefined,
    (error: ApiError) => error.code,
  );

test('a key is created, used for a nightly delivery, and revoked', async ({ browser }) => {
  const { sender, senderAccount, receiver, receiverAccount } = await tradingPair(topology);
  const { page, failures } = await newPerson(browser, topology);
  const carried: string[] = [];
  page.on('request', (request) => carried.push(`${request.url()} ${request.postData() ?? ''}`));
  await signIn(page, senderAccount);
  await page.goto('/profile#webhooks');
  const card = page.getByRole('region', { name: 'API keys' });
  const row = card.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  await expect(card.getByText('No keys yet')).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  await inspect(page, 'api-keys-none');

  await card.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByLabel('Accepting without a code')).toBeHidden();
  await box('Read').uncheck();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  for (const words of [
    'Please give the key a name',
    'Choose what the key may do',
    'Please enter your current password',
  ])
    await expect(dialog.getByText(words)).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await look(page, 'api-keys-mistakes');

  await page.keyboard.type('Nightly delivery');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(box('Read')).toBeChecked();
  for (const scope of ['Upload', 'Deliver', 'Accept']) await box(scope).check();
  await dialog.getByLabel('Accepting without a code').fill(acceptAllowance.toLowerCase());
  await dialog.getByLabel('Addresses').fill('127.0.0.0/8\n999.0.0.1');
  await dialog.getByLabel('Current password').fill('wrong-password');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Type the sentence exactly as shown, or leave it empty')).toBeVisible();
  await dialog.getByLabel('Accepting without a code').fill(acceptAllowance);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('The current password is wrong').first()).toBeVisible();
  await dialog.getByLabel('Current password').fill(senderAccount.password);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('999.0.0.1 is neither an address nor a range').first()).toBeVisible();
  await inspect(page, 'api-keys-create');
  await dialog.getByLabel('Addresses').fill('127.0.0.0/8\n::1');
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: 'Your new key' });
  const shownAs = (label: string) =>
    shown.getByRole('region', { name: label, exact: true }).locator('code').first().innerText();
  const [key, sealingKey] = [await shownAs('API key'), await shownAs('Sealing key')];
  expect(sealingKey).toMatch(/^tps_[A-Za-z0-9_-]{48}$/);
  expect(key).toMatch(/^tp_[0-9a-f]{32}_[A-Za-z0-9_-]{51}$/);
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await inspect(page, 'api-keys-shown');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [label, value] of [
    ['Copy API key', key],
    ['Copy sealing key', sealingKey],
  ] as const) {
    await shown.getByRole('button', { name: label }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(value);
  }
  await shown.getByRole('button', { name: 'I have saved both' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  for (const secret of [key, sealingKey]) await expect(page.locator('body')).not.toContainText(secret);
  expect(carried.join('\n')).toContain('"wrap":');
  for (const secret of [sealingKey, senderAccount.password]) expect(carried.join('\n')).not.toContain(secret);
  await expect(row).toContainText('Read, Upload, Deliver, Accept without a code · seals and opens files');
  await expect(row).toContainText('Never used');
  await inboxAt(topology.inboxUrl).waitForMail({ to: senderAccount.email, subject: 'Nightly delivery' });

  const program = new ApiClient(topology.origin, { token: key });
  const folder = await program.send(routes.createFolder, { name: 'Nightly prices' });
  const { file } = await program.sendForm(
    routes.uploadFile,
    { folderId: folder.id },
    { name: 'prices.csv', price: '1', currency: 'EUR', numberOfRecords: '1' },
    { file: { name: 'prices.csv', type: 'text/csv', content: 'a,b\n1,2\n' } },
  );
  await program.send(routes.deliver, { id: folder.id, email: [receiverAccount.email] });
  const buyers = await receiver.send(routes.createApiKey, {
    name: 'Buyer',
    scopes: ['read'],
    expiresInDays: 1,
    password: receiverAccount.password,
  });
  const buyer = new ApiClient(topology.origin, { token: buyers.key });
  const { requests } = await buyer.send(routes.createRequest, { files: [{ id: file.id }] });
  const { transfer } = await program.send(routes.confirmRequest, {
    requestId: requests[0]?.id ?? '',
    expiry: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const { files } = await buyer.send(routes.transfer, { id: transfer.id });
  expect(await (await buyer.fetch(files[0]?.url ?? '')).text()).toBe('a,b\n1,2\n');
  const log = async () => JSON.stringify(await sender.send(routes.logs, {}));
  // entries follow the calls that they are about
  await expect.poll(log).toContain('accepted the request of');
  const logged = await log();
  for (const words of [
    `wrote: \\"${acceptAllowance}\\"`,
    ', by key Nightly delivery',
    'created the API key Nightly delivery',
  ])
    expect(logged).toContain(words);
  expect(logged).not.toContain(key.slice(36));
  const vault = await openProgramVault(program, await program.send(routes.ownKey, {}), sealingKey);
  const { content, fields } = await sealContent(vault!, new Blob(['c,d\n3,4\n']), {
    name: 'sealed.csv',
    mime: 'text/csv',
    folderId: folder.id,
  });
  const { file: sealed } = await program.sendForm(
    routes.uploadFile,
    { folderId: folder.id },
    { ...fields, name: 'sealed.csv' },
    { file: { name: 'sealed.csv', content } },
  );
  expect(sealed.mode).toBe('e2e');
  expect(await refusal(program.send(routes.me, {}))).toBe('KEY_SCOPE');
  expect(
    await refusal(
      program.send(routes.createApiKey, {
        name: 'More',
        scopes: ['read'],
        expiresInDays: 1,
        password: senderAccount.password,
      }),
    ),
  ).toBe('KEY_SCOPE');
  expect(await refusal(buyer.send(routes.folders, {}))).toBe('NOT_ALLOWED');

  await page.reload();
  await expect(row).toContainText('Last used');
  await card.scrollIntoViewIfNeeded();
  await inspect(page, 'api-keys');
  await card.getByRole('button', { name: 'Revoke Nightly delivery' }).click();
  const confirm = page.getByRole('dialog', { name: 'Revoke Nightly delivery?' });
  await inspect(page, 'api-keys-revoke');
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: 'Revoke Nightly delivery' })).toBeFocused();
  await page.keyboard.press('Enter');
  await confirm.getByRole('button', { name: 'Revoke' }).click();
  await expect(card.getByText('No live keys')).toBeVisible();
  expect(await refusal(program.send(routes.folders, {}))).toBe('KEY_REVOKED');
  await card.getByRole('button', { name: 'Show ended keys (1)' }).click();
  await expect(row).toContainText('Revoked');
  await look(page, 'api-keys-ended');
  expect(failures).toEqual([]);
});

test('the list says when it cannot be loaded, and can be retried', async ({ browser }) => {
  const { receiverAccount } = await tradingPair(topology);
  const { page } = await newPerson(browser, topology);
  await page.route('**/api/api-keys', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'UNAVAILABLE', message: 'Not right now', status: 503, requestId: 'r' }),
    }),
  );
  await signIn(page, receiverAccount, '/receiver/login');
  await page.goto('/profile#webhooks');
  const card = page.getByRole('region', { name: 'API keys' });
  await expect(card.getByRole('alert')).toContainText('Not right now');
  await card.scrollIntoViewIfNeeded();
  await inspect(page, 'api-keys-error');
  await page.unroute('**/api/api-keys');
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(card.getByText('No keys yet')).toBeVisible();
  await card.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await expect(dialog.getByRole('group', { name: 'What it may do' }).getByRole('checkbox')).toHaveCount(1);
});
