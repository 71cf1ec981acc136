import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { webhookKinds } from '@tradepost/contracts/webhooks';
import type { Topology } from '@tradepost/tools/topology/start';
import { choose, inspect, look, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { tradingPair, type Pair } from '../support/main-path';
import { startWebhookReceiver } from '../support/webhook-receiver';

test.describe.configure({ mode: 'serial' });

let topology: Topology;
let pair: Pair;
/** The company's own program. */
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

test.beforeAll(async ({ installation }) => {
  receiver = await startWebhookReceiver();
  topology = installation;
  pair = await tradingPair(topology);
});
test.afterAll(async () => {
  receiver?.stop();
});

async function askForAFile({ sender, receiver, receiverAccount }: Pair) {
  const { id: folderId } = await sender.send(routes.createFolder, { name: 'Freight' });
  const content = new Blob(['port,price\nRotterdam,410\n']);
  const { file } = await sender.sendForm(
    routes.uploadFile,
    { folderId },
    { name: 'prices.csv', category: 'Trade', price: '0.5', currency: 'EUR', numberOfRecords: '1' },
    { file: { name: 'prices.csv', type: 'text/csv', content } },
  );
  await sender.send(routes.deliver, { id: folderId, email: [receiverAccount.email] });
  await receiver.send(routes.createRequest, { files: [{ id: file.id }], receiverEmail: receiverAccount.email });
}

const row = (page: Page) => page.getByRole('listitem').filter({ hasText: '/hooks' });
const act = async (page: Page, action: string) => {
  await page.getByRole('button', { name: /^Actions for http/ }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

test('a company adds a webhook, tests it, and sees its deliveries', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, pair.senderAccount);
  await page.getByRole('heading', { name: /Hello/ }).waitFor();
  await page.goto('/profile#webhooks');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await look(page, 'webhooks-none');

  // by keyboard alone
  await page.getByRole('button', { name: 'Add a webhook' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByLabel('Address').fill('https://ann:secret@hooks.example/');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The address must not carry a user name or password')).toBeVisible();
  await expect(dialog.getByText('Choose at least one event')).toBeVisible();
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Description').fill('Nightly import');
  await dialog.getByLabel('A partner asks for files').focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByLabel('A partner asks for files')).toBeChecked();
  const partners = dialog.getByRole('checkbox', { name: /^Partners/ });
  await partners.press('Space');
  await expect(dialog.getByRole('checkbox', { name: 'Partners 3 of 3' })).toBeChecked();
  await partners.press('Space');
  await dialog.getByLabel('Search events').fill('expires soon');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('A partner asks for files')).toBeHidden();
  await inspect(page, 'webhooks-search');
  await dialog.getByLabel('Search events').fill('');
  await inspect(page, 'webhooks-add');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();

  const shown = page.getByRole('dialog', { name: 'Webhook secret' });
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await inspect(page, 'webhooks-secret');
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(row(page)).toContainText('Nightly import');
  await expect(row(page)).toContainText('1 event');

  await page.getByRole('button', { name: /^Send a test/ }).click();
  await expect(row(page)).toContainText('Test delivered: Answered 200');
  await expect(row(page)).toContainText('thank you');
  Object.assign(receiver.answer, { status: 503, body: 'we are closed' });
  await page.getByRole('button', { name: /^Send a test/ }).click();
  await expect(row(page)).toContainText('Test failed: Answered 503');
  await inspect(page, 'webhooks-tested');

  await askForAFile(pair);
  await page
    .getByRole('link', { name: /^Deliveries to/ })
    .or(page.getByRole('button', { name: /^Deliveries to/ }))
    .click();
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
  const waiting = page.getByRole('row').filter({ hasText: 'request.created' });
  await expect(waiting).toContainText('Waiting');
  await expect(waiting).toContainText('Answered 503');
  await inspect(page, 'webhooks-deliveries');

  // not before: the next attempt by itself would take the button away
  await page.route('**/webhooks/*/deliveries/*/replay', (route) => {
    Object.assign(receiver.answer, { status: 200, body: 'thank you' });
    return route.continue();
  });
  await waiting.getByRole('button', { name: /^Send now/ }).click();
  await expect(waiting).toContainText('Delivered');
  await waiting.getByRole('button', { name: /^A partner asks for files/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Start of the response')).toHaveText('thank you');
  await inspect(page, 'webhooks-delivery');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await choose(page, 'Status', 'Failed');
  await expect(page.getByRole('row').filter({ hasText: 'Test' })).toHaveCount(1);
  await choose(page, 'Event', 'Your request was accepted');
  await expect(page.getByText('No matching deliveries')).toBeVisible();
  await look(page, 'webhooks-no-match');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Test' })).toHaveCount(2);

  await page.getByRole('button', { name: 'Send failed again' }).click();
  await look(page, 'webhooks-replay');
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.locator('.toast').filter({ hasText: 'No delivery failed in this period' })).toBeVisible();
  expect(failures).toEqual([]);
});

test('a webhook is changed, gets a new secret, is switched off and removed', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, pair.senderAccount);
  await page.getByRole('heading', { name: /Hello/ }).waitFor();
  await page.goto('/profile#webhooks');
  await act(page, 'Change');
  const dialog = page.getByRole('dialog', { name: 'Change the webhook' });
  await dialog.getByRole('button', { name: 'Choose all' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page)).toContainText(`${Object.keys(webhookKinds).length} events`);

  await act(page, 'Renew the secret');
  await page.getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect(row(page)).toContainText('the old secret works until');
  await page.getByRole('button', { name: /^Send a test/ }).click();
  await expect(row(page)).toContainText('Test delivered');
  expect(receiver.received.at(-1)?.signature.match(/v1=/g)).toHaveLength(2);

  await act(page, 'Switch off');
  await page.getByRole('button', { name: 'Switch off', exact: true }).click();
  await expect(row(page)).toContainText('Off');
  await look(page, 'webhooks-off');
  await act(page, 'Remove');
  const question = page.getByRole('dialog', { name: `Remove the webhook to ${new URL(receiver.url).host}?` });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  expect(failures).toEqual([]);
});
