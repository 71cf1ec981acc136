import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { inboxAt } from '@tradepost/testing/inbox-client';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, kitDialog, look, navigate, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { tradingPair, type Pair } from '../support/main-path';

test.describe.configure({ mode: 'serial' });

let topology: Topology;
let pair: Pair;
let folder: { id: string; name: string };
let file: { id: string; name: string };

test.beforeAll(async ({ installation }) => {
  topology = installation;
  pair = await tradingPair(topology);
  folder = await pair.sender.send(routes.createFolder, { name: `Trade ${randomUUID().slice(0, 6)}` });
  const name = `Prices of ${folder.name}.csv`;
  ({ file } = await pair.sender.sendForm(
    routes.uploadFile,
    { folderId: folder.id },
    { name },
    { file: { name, type: 'text/csv', content: new Blob(['port,price\nRotterdam,1\n']) } },
  ));
  await pair.sender.send(routes.deliver, { id: folder.id, email: [pair.receiverAccount.email] });
  await pair.receiver.send(routes.createRequest, {
    files: [{ id: file.id }],
    receiverEmail: pair.receiverAccount.email,
  });
});

const search = (page: Page) => page.getByRole('combobox', { name: /^Search folders/ });
const result = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option');

test('a sender finds folders, files, partners and requests by keyboard, and each result opens its item', async ({
  browser,
}) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, pair.senderAccount);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(search(page)).toBeFocused();
  await inspect(page, 'search-empty');
  await search(page).fill('no such thing');
  await expect(page.getByText('Nothing found for “no such thing”')).toBeVisible();
  await inspect(page, 'search-nothing');

  await search(page).fill(file.name.toUpperCase());
  await expect(result(page, 'Files')).toHaveCount(1);
  await expect(result(page, 'Requests')).toHaveCount(1);
  await search(page).press('Enter');
  await expect(page.getByRole('dialog', { name: file.name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`folder=${folder.id}&file=${file.id}`));
  // the dialog of the file is open: its keys are not for the page behind it
  await page.keyboard.press('Control+k');
  await expect(search(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/file=/);
  await expect(page.getByRole('dialog', { name: file.name })).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(result(page, 'Opened last')).toHaveText([new RegExp(file.name)]);
  await search(page).fill(pair.receiverAccount.email.toUpperCase());
  await expect(result(page, 'Partners')).toHaveCount(1);
  await expect(result(page, 'Requests')).toHaveCount(1);
  await inspect(page, 'search-results');
  await search(page).press('ArrowUp');
  const results = page.getByRole('listbox', { name: 'Results' });
  await expect(results.getByRole('option', { selected: true })).toContainText('requested 1 file');
  await search(page).press('ArrowDown');
  await search(page).press('Enter');
  await expect(page).toHaveURL(/\/invitations\?q=/);
  await expect(page.getByRole('list', { name: 'Sent invitations' }).getByRole('listitem')).toHaveCount(1);

  await page.keyboard.press('Control+k');
  await search(page).fill(folder.name);
  await result(page, 'Folders').click();
  await expect(page.getByRole('heading', { level: 1, name: folder.name })).toBeVisible();
  expect(failures).toEqual([]);
});

test('a receiver finds delivered folders and files, and a stranger finds nothing', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, pair.receiverAccount, '/receiver/login');
  await page.keyboard.press('Control+k');
  await search(page).fill(file.name);
  await result(page, 'Files').click();
  await expect(page.getByRole('dialog', { name: file.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/share-folders\\?folder=${folder.id}$`));
  expect(failures).toEqual([]);

  const other = await tradingPair(topology);
  const stranger = await newPerson(browser, topology);
  await signIn(stranger.page, other.senderAccount);
  await stranger.page.keyboard.press('Control+k');
  for (const q of [file.name, folder.name, pair.receiverAccount.email]) {
    await search(stranger.page).fill(q);
    await expect(stranger.page.getByText(`Nothing found for “${q}”`)).toBeVisible();
  }
});

test('a sender sends files in one flow, and the partner finds them delivered', async ({ browser }) => {
  const own = await tradingPair(topology);
  const { page, failures } = await newPerson(browser, topology, { kit: 'stays' });
  await signIn(page, own.senderAccount);
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await navigate(page, 'Send files');
  await look(page, 'send-files');
  const csv = (name: string, rows: number) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(['port,price', ...Array.from({ length: rows }, (_, n) => `Port ${n},${n}`)].join('\n')),
  });
  await page
    .getByLabel('Choose files')
    .setInputFiles([csv('sent one.csv', 3), csv('sent two.csv', 5), { ...csv('virus.exe', 1), mimeType: '' }]);
  await expect(page.getByText('2 to send')).toBeVisible();
  await expect(page.getByText(/^Not sent\. This format is not supported/)).toBeVisible();
  await inspect(page, 'send-chosen');
  await page.getByRole('button', { name: 'Continue' }).click();

  const partner = page.getByLabel("Partner's email");
  await partner.fill(own.receiverAccount.email);
  await expect(page.getByText(/^Your partner\. They get an email/)).toBeVisible();
  // the list opens when the partners have arrived
  await expect(partner).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(partner).toHaveAttribute('aria-expanded', 'false');
  await inspect(page, 'send-partner');
  await partner.press('Enter');
  await page.getByLabel('Rate Per Record').fill('2');
  await page.getByLabel('Folder name').fill('Autumn prices');
  await page.getByText('In 30 days').click();
  await inspect(page, 'send-terms');
  await expect(kitDialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Send 2 files' }).click();
  await expect(page.getByRole('heading', { name: `2 files delivered to ${own.receiverAccount.email}` })).toBeVisible();
  // the recovery key is asked for once files depend on it, and not before
  await expect(kitDialog(page)).toBeVisible();
  await kitDialog(page).getByRole('button', { name: 'Later' }).click();
  await inspect(page, 'send-done');

  await page.getByRole('link', { name: 'Open the folder' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn prices' })).toBeVisible();
  await expect(page.getByText(`Delivered to ${own.receiverAccount.email}`)).toBeVisible();
  await expect(page.getByRole('row', { name: /sent two\.csv/ })).toContainText('10.00');
  await inboxAt(topology.inboxUrl).waitForMail({ to: own.receiverAccount.email, subject: /Autumn prices/ });
  const received = await own.receiver.send(routes.received, { email: own.receiverAccount.email });
  const delivered = received.find(({ folderName }) => folderName === 'Autumn prices');
  expect(delivered?.files.map(({ fileName, mode }) => [fileName, mode]).sort()).toEqual([
    ['sent one.csv', 'e2e'],
    ['sent two.csv', 'e2e'],
  ]);
  expect(Date.parse(delivered?.until ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  expect(failures).toEqual([]);
});

test('sending shows why a step failed, and continues where it stopped', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, pair.senderAccount);
  await page.goto('/send');
  await page
    .getByLabel('Choose files')
    .setInputFiles([{ name: 'late.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') }]);
  await page.getByRole('button', { name: 'Continue' }).click();
  const newcomer = `newcomer.${Date.now()}@port.example`;
  await page.getByLabel("Partner's email").fill(newcomer);
  await expect(page.getByText(/^Not a partner yet/)).toBeVisible();
  await page.getByLabel("Partner's email").press('Enter');
  let isDown = true;
  await page.route('**/api/file-sharing/folders/email-update', (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { status: 503, code: 'UNAVAILABLE', message: 'Try again soon' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Send 1 file' }).click();
  await expect(page.getByRole('heading', { name: 'Sending has stopped' })).toBeVisible();
  await inspect(page, 'send-stopped');
  // other screens do not end it
  await navigate(page, 'Dashboard');
  await navigate(page, 'Send files');
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: `1 file delivered to ${newcomer}` })).toBeVisible();
  const folders = await pair.sender.send(routes.folders, {});
  expect(folders.filter(({ name }) => name === `For ${newcomer}`).map(({ emails, count }) => [emails, count])).toEqual([
    [[newcomer], 1],
  ]);
  await inboxAt(topology.inboxUrl).waitForMail({ to: newcomer });
  expect(failures).toEqual([]);
});
