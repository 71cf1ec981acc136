import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import type { Topology } from '@tradepost/tools/topology/start';
import { choose, inspect, look, newPerson, signIn, sizes, navigate } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { sha256 } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';
import { sampleFiles } from '../support/sample-files';

const csv = [
  'port,price,day',
  ...Array.from(
    { length: 1200 },
    (_, i) => `Rotterdam,${(410 + i / 10).toFixed(2)},2025-01-${String((i % 28) + 1).padStart(2, '0')}`,
  ),
].join('\n');
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.describe.configure({ mode: 'serial' });

let topology: Topology;
let pair: Pair;
let directory: string;
/** Real files on a disk, as a person chooses them. */
const fileAt = (name: string, content: Buffer | string) => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

test.beforeAll(async ({ installation }) => {
  directory = mkdtempSync(join(tmpdir(), 'tradepost-workspace-'));
  topology = installation;
  pair = await tradingPair(topology);
});
test.afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const fileCell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function act(page: Page, file: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${file}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a sender fills, searches, edits and delivers a folder', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, pair.senderAccount);
  await expect(page.getByRole('heading', { name: 'Hello, Pat' })).toBeVisible();
  await expect(page.getByText('No folders yet')).toBeVisible();
  await expect(page.getByText('Nothing waiting', { exact: true })).toBeVisible();
  await look(page, 'workspace-dashboard');

  await page.getByRole('link', { name: /^Put your data in folders/ }).click();
  await page.getByLabel('Folder name').fill('Freight');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('No files found')).toBeVisible();
  await look(page, 'workspace-empty');

  const [, pdf, xlsx] = sampleFiles();
  await page
    .locator('input[type=file]')
    .setInputFiles([
      fileAt('ports.csv', csv),
      fileAt('notes.exe', 'MZ'),
      fileAt('volumes.xlsx', xlsx?.content ?? ''),
      fileAt('terms.pdf', pdf?.content ?? ''),
      fileAt('fake.png', 'not a picture'),
      fileAt('dot.png', onePixel),
    ]);
  const information = dialog(page, 'File Information');
  await expect(information.getByText('1,200 rows, 3 columns')).toBeVisible();
  await expect(information.getByLabel('Number of Records')).toHaveValue('1200');
  await information.getByLabel('Rate Per Record').fill('0.10');
  await information.getByLabel('Rate Per Record').press('Tab');
  await expect(information.getByLabel('Total Value')).toHaveValue('120.00');
  await information.getByText('First rows', { exact: true }).click();
  await inspect(page, 'workspace-file-information');
  await information.getByLabel('Use for the other 4 files (row counts stay)').check();
  await information.getByRole('button', { name: 'Proceed' }).click();
  await expect(uploads(page).getByText('4 uploaded, 2 failed')).toBeVisible();
  await expect(uploads(page).getByText('Stored unchanged')).toHaveCount(4);
  await expect(uploads(page).getByText(/not supported/)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /^fake\.png: / })).toBeVisible();
  await inspect(page, 'workspace-uploaded');
  await uploads(page).getByRole('button', { name: 'Close the uploads' }).click();
  await expect(page.getByText('Showing 1-4 of 4 files')).toBeVisible();

  await choose(page, 'Type', 'Image');
  await expect(page.getByText('Showing 1-1 of 1 files')).toBeVisible();
  await expect(page).toHaveURL(/type=image/);
  await page.getByLabel('Search files or people').fill('nothing like it');
  await expect(page.getByText('No matching files')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Type: Image' }).click();
  await page.getByRole('button', { name: /Remove filter Search/ }).click();
  await expect(page.getByText('Showing 1-4 of 4 files')).toBeVisible();

  await act(page, 'ports.csv', 'Edit');
  await dialog(page, 'Edit File Details').getByLabel('Amount').fill('99');
  await dialog(page, 'Edit File Details').getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('cell', { name: '99.00' })).toBeVisible();
  await act(page, 'ports.csv', 'Preview');
  await expect(dialog(page, 'ports.csv').getByRole('cell', { name: '410.20' })).toBeVisible();
  await expect(dialog(page, 'ports.csv').getByText('Not scanned')).toBeVisible();
  await look(page, 'workspace-preview');
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([page.waitForEvent('download'), act(page, 'ports.csv', 'Download')]);
  expect(sha256(readFileSync(await download.path()))).toBe(sha256(csv));

  await act(page, 'dot.png', 'Delete');
  // the offer stays while the mouse is on it
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(page.getByText('Showing 1-3 of 3 files')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fileCell(page, 'dot.png')).toBeVisible();
  await page.getByLabel('Select dot.png').check();
  await page.getByLabel('Select volumes.xlsx').check();
  await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Showing 1-2 of 2 files')).toBeVisible();
  await page.getByRole('link', { name: 'Bin' }).click();
  await look(page, 'workspace-bin');
  await page.getByRole('button', { name: 'Restore dot.png' }).click();
  await page.getByRole('button', { name: 'Empty the bin' }).click();
  await dialog(page, 'Empty the bin?').getByRole('button', { name: 'Empty the bin' }).click();
  await expect(page.getByText('The bin is empty')).toBeVisible();

  await page.getByRole('link', { name: 'Back to the workspace' }).click();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByLabel('Licence terms').fill('Internal use only.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /Deliver$/ })
    .click();
  const deliver = dialog(page, 'Deliver Data: Freight');
  await expect(deliver.getByText('no access')).toBeVisible();
  await deliver.getByLabel(pair.receiverAccount.email, { exact: true }).check();
  await inspect(page, 'workspace-deliver');
  await deliver.getByRole('button', { name: 'Deliver (1)' }).click();
  await expect(page.getByText(`Delivered to ${pair.receiverAccount.email}`, { exact: true })).toBeVisible();
  expect(failures).toEqual([]);
});

test('a receiver looks at a preview, requests files, and loses removed access', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, pair.receiverAccount, '/receiver/login');
  await expect(page.getByRole('link', { name: 'Freight' })).toBeVisible();
  await look(page, 'receiver-dashboard');
  await navigate(page, 'Share with you');
  await page.getByLabel('Search companies').fill('nobody');
  await expect(page.getByText('No matching folders')).toBeVisible();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByText('OR', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'With a preview' }).click();
  await expect(page.getByRole('checkbox', { name: 'With a preview' })).toBeChecked();
  await expect(page.getByRole('button', { name: /Click to view files/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear All Filters' }).first().click();
  await page.getByRole('heading', { name: 'Share with you' }).click();
  await look(page, 'receiver-folders');

  await page.getByRole('button', { name: /Click to view files/ }).click();
  await page.getByRole('button', { name: 'ports.csv', exact: true }).click();
  await expect(dialog(page, 'ports.csv').getByRole('region', { name: /First rows/ })).toContainText('410.20');
  await inspect(page, 'receiver-file-details');
  await dialog(page, 'ports.csv').getByText('Not scanned').hover();
  await expect(page.getByText('This file was not scanned for malware.')).toBeVisible();
  await dialog(page, 'ports.csv').getByRole('button', { name: 'Close' }).last().click();
  await page.getByLabel('Select all').check();
  await expect(page.getByText('3 files selected')).toBeVisible();
  await inspect(page, 'receiver-selected');
  await page.getByRole('button', { name: 'Send Request' }).click();
  const request = dialog(page, 'Send Request');
  await expect(request.getByText('Internal use only.')).toBeVisible();
  await request.getByLabel(/Intended use/).fill('Price comparison');
  await look(page, 'receiver-request');
  await request.getByRole('button', { name: 'Send Request' }).click();
  await expect(request).toBeHidden();

  const [folder] = await pair.sender.send(routes.folders, {});
  await pair.sender.send(routes.removeAccess, { id: folder?.id ?? '', email: pair.receiverAccount.email });
  await page.reload();
  await expect(page.getByText('This folder is no longer shared with you')).toBeVisible();
  expect(failures).toEqual([]);
});

test('an interrupted upload resumes, and a cancelled one leaves nothing', async ({ browser }) => {
  const { page } = await newPerson(browser, topology);
  await signIn(page, pair.senderAccount);
  await page.getByRole('link', { name: /^Freight/ }).click();
  const picture = Buffer.concat([onePixel, randomBytes(20 * 1024 * 1024)]);
  let parts = 0;
  const ofParts = '**/file-sharing/uploads/*/parts/*';
  await page.route(ofParts, async (route) => {
    parts += 1;
    return parts === 2 ? route.abort('connectionreset') : route.continue();
  });
  await page.locator('input[type=file]').setInputFiles(fileAt('map.png', picture));
  await dialog(page, 'File Information').getByRole('button', { name: 'Proceed' }).click();
  await expect(uploads(page).getByText('1 uploaded')).toBeVisible();
  expect(parts).toBe(4);
  await uploads(page).getByRole('button', { name: 'Close the uploads' }).click();

  const { usedStorage } = await pair.sender.send(routes.stats, {});
  await page.unroute(ofParts);
  await page.route(ofParts, () => undefined);
  await page.locator('input[type=file]').setInputFiles(fileAt('never.png', picture));
  await dialog(page, 'File Information').getByRole('button', { name: 'Proceed' }).click();
  await expect(page.getByText('Please do not go back while uploading.....')).toBeVisible();
  await look(page, 'workspace-uploading');
  await page.getByRole('button', { name: 'Continue in the background' }).click();
  await navigate(page, 'Dashboard');
  await uploads(page).getByRole('button', { name: 'Cancel never.png' }).click();
  await expect(uploads(page)).toBeHidden();
  // what earlier tests deleted may be collected at the same time
  await expect
    .poll(async () => (await pair.sender.send(routes.stats, {})).usedStorage)
    .toBeLessThanOrEqual(usedStorage);
  expect((await pair.sender.send(routes.folders, {}))[0]?.files.map(({ name }) => name)).not.toContain('never.png');
});

test('a folder is renamed, and deleted after its name was typed', async ({ browser }) => {
  const { page } = await newPerson(browser, topology);
  const [folder] = await pair.sender.send(routes.folders, {});
  await pair.sender.send(routes.deliver, { id: folder?.id ?? '', email: [pair.receiverAccount.email] });
  await signIn(page, pair.senderAccount);
  const menu = async (name: string, action: string) => act(page, name, action);
  await menu('Freight', 'Rename');
  await page.getByLabel('Folder name').fill('Freight 2026');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await menu('Freight 2026', 'Delete');
  const confirm = dialog(page, 'Delete Freight 2026?');
  await expect(confirm.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await confirm.getByRole('textbox').fill('Freight 2026');
  await page.route('**/file-sharing/folders/*', async (route) => {
    await expect(page.getByText('Please wait while we process your request...')).toBeVisible();
    await route.continue();
  });
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No folders yet')).toBeVisible();
  await page.goto('/workspace');
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/no/such/page');
  await look(page, 'not-found');
  await page.getByRole('link', { name: /Workspace/ }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Pat' })).toBeVisible();
});

test('a folder is pinned with the keyboard, and unpinned on a phone', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  for (const name of ['Archive', 'Ports']) await pair.sender.send(routes.createFolder, { name });
  await signIn(page, pair.senderAccount);
  const rows = page.getByRole('region', { name: 'Folders' }).getByRole('listitem');
  const actions = page.getByRole('button', { name: 'Actions for Archive' });
  await expect(rows).toHaveText([/^Ports/, /^Archive/]);
  await actions.focus();
  await page.keyboard.press('Enter');
  const pin = page.getByRole('menuitem', { name: 'Pin to top' });
  await expect(pin).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(pin).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/^Archive/, /^Ports/]);
  await expect(actions).toBeFocused();
  await expect(rows.first().getByRole('img', { name: 'Pinned' })).toBeVisible();
  await inspect(page, 'workspace-pinned-folder');

  await page.setViewportSize(sizes.phone);
  await page.reload();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(rows).toHaveText([/^Archive/, /^Ports/]);
  await expect(rows.first().getByRole('img', { name: 'Pinned' })).toBeInViewport();
  await act(page, 'Archive', 'Unpin');
  await expect(rows).toHaveText([/^Ports/, /^Archive/]);
  await expect(rows.getByRole('img', { name: 'Pinned' })).toHaveCount(0);
  expect(failures).toEqual([]);
});
