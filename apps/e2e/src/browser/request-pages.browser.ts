import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, look, navigate, personAt } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { deliveredSamples, tradingPair, type Pair } from '../support/main-path';

test.describe.configure({ mode: 'serial' });

let topology: Topology;
let pair: Pair;
let sender: Page;
let receiver: Page;
let files: FileView[];
const failures: string[] = [];

/** By keyboard alone, as someone without a mouse reaches it. */
async function pressOn(page: Page, role: 'link' | 'button', name: string) {
  const target = page.getByRole(role, { name, exact: true });
  await target.focus();
  await expect(target).toBeFocused();
  await page.keyboard.press('Enter');
}

const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
const fact = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).getByRole('definition');

test.beforeAll(async ({ browser, installation }) => {
  topology = installation;
  pair = await tradingPair(topology);
  files = await deliveredSamples(pair, {
    name: 'Prices 2026',
    licence: 'For internal use. Not to be passed on.',
    terms: ['EUR', 'USD'].map((currency) => ({
      price: '0.25',
      currency,
      numberOfRecords: '5000',
      totalAmount: '1250.00',
    })),
  });
  sender = await personAt(browser, topology, { account: pair.senderAccount, path: '/login', failures });
  receiver = await personAt(browser, topology, { account: pair.receiverAccount, path: '/receiver/login', failures });
});
test.afterAll(async () => {
  for (const page of [sender, receiver]) await page?.context().close();
});

test('the mail of a request leads to its page, where it is accepted', async () => {
  const inbox = inboxAt(topology.inboxUrl);
  await pair.receiver.send(routes.createRequest, {
    files: files.map(({ id }) => ({ id })),
    receiverEmail: pair.receiverAccount.email,
    note: 'For the tender in May',
    intendedUse: 'Price comparison',
  });
  const { href } = linkIn(await inbox.waitForMail({ to: pair.senderAccount.email, subject: /request/i }), '/requests');
  await sender.goto(href);
  await expect(
    sender.getByRole('heading', { level: 1, name: `Request from ${pair.receiverAccount.companyName}` }),
  ).toBeVisible();
  await expect(fact(sender, 'Total value')).toHaveText('1,250.00 EUR1,250.00 USD');
  await expect(timeline(sender)).toHaveText([/requested 2 files/, /Next: You answer the request/]);
  await expect(sender.getByText('For the tender in May')).toBeVisible();
  await look(sender, 'request-sender');

  await pressOn(sender, 'button', 'Accept');
  const accept = sender.getByRole('dialog', { name: 'Accept Request' });
  await expect(accept.getByText('Total value: 1,250.00 EUR and 1,250.00 USD')).toBeVisible();
  const code = codeIn(await inbox.waitForMail({ to: pair.senderAccount.email, subject: /accept a file request/i }));
  await accept.getByLabel('Verification code').fill(code);
  await accept.getByLabel('Verification code').press('Enter');
  await expect(accept.getByRole('button', { name: 'Verified' })).toBeVisible();
  await expect(accept.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  await accept.getByRole('button', { name: '30 days' }).click();
  await expect(accept.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(accept.getByRole('button', { name: 'Confirm' })).toBeInViewport();
  await look(sender, 'request-accept');
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(sender.getByText('Request Accepted')).toBeVisible();
  await expect(timeline(sender)).toHaveText([
    /requested 2 files/,
    new RegExp(`${pair.senderAccount.companyName} accepted`),
    /Next: The transfer expires.*in a month/,
  ]);
});

test('the transfer has a page for both parties, and a receipt', async () => {
  await pressOn(sender, 'link', 'View transfer');
  await expect(
    sender.getByRole('heading', { level: 1, name: `Transfer to ${pair.receiverAccount.companyName}` }),
  ).toBeVisible();
  await look(sender, 'transfer-sender');

  await receiver.getByRole('main').getByRole('link', { name: 'Ready to download', exact: true }).click();
  await receiver.getByRole('link', { name: pair.senderAccount.companyName, exact: true }).click();
  await expect(
    receiver.getByRole('heading', { level: 1, name: `Transfer from ${pair.senderAccount.companyName}` }),
  ).toBeVisible();
  await expect(receiver.getByText('The operator holds the keys.')).toBeVisible();
  await look(receiver, 'transfer-receiver');
  await pressOn(receiver, 'link', 'Receipt');
  await expect(receiver.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  for (const { sha256 } of files) await expect(receiver.getByText(sha256)).toBeVisible();
  await expect(receiver.getByText('1,250.00 EUR1,250.00 USD')).toBeVisible();
  await expect(receiver.getByText('For internal use. Not to be passed on.')).toBeVisible();
  await look(receiver, 'receipt');
  await receiver.emulateMedia({ media: 'print' });
  await expect(receiver.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await look(receiver, 'receipt-print');
  await receiver.emulateMedia({ media: 'screen' });
});

test('the actions of each party appear in the timeline of the other', async () => {
  await receiver.goBack();
  await pressOn(receiver, 'link', 'Open files');
  await expect(receiver.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
  await Promise.all([
    receiver.waitForEvent('download'),
    receiver.getByRole('button', { name: 'Download All Files' }).click(),
  ]);
  await expect(timeline(sender).filter({ hasText: 'downloaded all files' })).toBeVisible();
  await receiver.goBack();
  await pressOn(sender, 'button', 'Extend');
  await look(sender, 'transfer-extend');
  await sender.getByRole('dialog').getByRole('button', { name: '1 day', exact: true }).click();
  await sender.getByRole('dialog').getByRole('button', { name: 'Extend', exact: true }).click();
  await expect(sender.getByText('Transfer extended')).toBeVisible();
  await expect(timeline(receiver).filter({ hasText: /extended the transfer/ })).toBeVisible();
  await pressOn(sender, 'button', 'Revoke');
  await sender.getByLabel('Reason (Optional)').fill('Sent by mistake');
  await sender.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(timeline(sender).last()).toHaveText(/ revoked the transfer: Sent by mistake/);
  await inspect(sender, 'transfer-revoked');

  await pressOn(receiver, 'button', `Ask ${pair.senderAccount.companyName} again`);
  await pressOn(receiver, 'link', 'Requested again');
  await expect(
    receiver.getByRole('heading', { level: 1, name: `Request to ${pair.senderAccount.companyName}` }),
  ).toBeVisible();
  await expect(fact(receiver, 'Total value')).toHaveText('1,250.00 EUR1,250.00 USD');
  await look(receiver, 'request-receiver');
});

test('rows, notifications and Back lead to the right page, and a stranger finds nothing', async ({ browser }) => {
  await navigate(sender, 'Request Management');
  await sender.goto('/requests?status=pending');
  await sender.getByRole('row').nth(1).getByRole('cell', { name: 'pending' }).click();
  await expect(sender.getByRole('heading', { level: 1 })).toHaveText(
    `Request from ${pair.receiverAccount.companyName}`,
  );
  const { pathname } = new URL(sender.url());
  await sender.getByRole('link', { name: 'Request Management' }).last().click();
  await expect(sender).toHaveURL(/\/requests\?status=pending$/);
  await sender.getByRole('button', { name: /^Notifications/ }).click();
  await sender.getByRole('link', { name: /started downloading your files/ }).click();
  await expect(sender.getByRole('heading', { level: 1 })).toHaveText(`Transfer to ${pair.receiverAccount.companyName}`);

  const other = await tradingPair(topology);
  const stranger = await personAt(browser, topology, { account: other.senderAccount, path: '/login', failures });
  await stranger.goto(pathname);
  await expect(stranger.getByText('This request does not exist')).toBeVisible();
  await inspect(stranger, 'request-unknown');
  await Promise.all([sender, receiver, stranger].map((page) => page.context().close()));
  expect(failures).toEqual([]);
});
