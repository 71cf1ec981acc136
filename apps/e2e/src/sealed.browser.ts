import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import type { Account } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, look, newPerson, signIn } from './browser-kit';
import { sha256, unzip } from './fixtures';
import { tradingPair, type Pair } from './main-path';
import { browserTopology } from './topology';

test.describe.configure({ mode: 'serial' });

const csv = Buffer.from(['port,price', ...Array.from({ length: 40_000 }, (_, i) => `Rotterdam,${(410 + i / 10).toFixed(2)}`)].join('\n'));
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const contents = new Map([
  ['prices.csv', csv],
  ['map.png', Buffer.concat([onePixel, randomBytes(5 * 1024 * 1024)])],
]);

let topology: Topology;
let pair: Pair;
let directory: string;
let sender: Page;
let receiver: Page;
let link: URL;
const failures: string[] = [];

async function person(browser: Browser, account: Account, path: string) {
  const { page, failures: theirs } = await newPerson(browser, topology);
  page.on('close', () => failures.push(...theirs));
  await signIn(page, account, path);
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  return page;
}

test.beforeAll(async ({ browser }) => {
  directory = mkdtempSync(join(tmpdir(), 'tradepost-sealed-'));
  for (const [name, content] of contents) writeFileSync(join(directory, name), content);
  topology = await browserTopology();
  pair = await tradingPair(topology);
  sender = await person(browser, pair.senderAccount, '/login');
});
test.afterAll(async () => {
  await topology?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function act(page: Page, file: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${file}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

const ask = (fileIds: string[]) => pair.receiver.send(routes.createRequest, { files: fileIds.map((id) => ({ id })), receiverEmail: pair.receiverAccount.email });

test('a sender’s files are sealed before they are sent, and open in the sender’s browser', async () => {
  const bodies: Buffer[] = [];
  sender.on('request', (request) => {
    const body = request.postDataBuffer();
    if (body) bodies.push(body);
  });
  await sender.getByRole('button', { name: 'Add a folder' }).click();
  await sender.getByLabel('Folder name').fill('Freight');
  await sender.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sender.getByText('No files found')).toBeVisible();
  await sender.locator('input[type=file]').setInputFiles([...contents.keys()].map((name) => join(directory, name)));
  const information = dialog(sender, 'File Information');
  await expect(information.getByLabel('Number of Records')).toHaveValue('40000');
  await expect(information.getByRole('radio', { name: 'End-to-end encrypted' })).toBeChecked();
  await expect(information.getByText('This whole file')).toBeHidden();
  await inspect(sender, 'sealed-file-information');
  await information.getByLabel(/Apply to all/).check();
  await information.getByRole('button', { name: 'Proceed' }).click();
  await expect(uploads(sender).getByText('2 uploaded')).toBeVisible({ timeout: 30_000 });
  await expect(uploads(sender).getByText('Hash checked')).toHaveCount(2);
  await expect(uploads(sender).getByText('End-to-end encrypted')).toHaveCount(2);
  await inspect(sender, 'sealed-uploaded');
  await uploads(sender).getByRole('button', { name: 'Close the uploads' }).click();
  expect(bodies.some((body) => body.includes('Rotterdam,410'))).toBe(false);
  const [folder] = await pair.sender.send(routes.folders, {});
  expect(folder?.files.map(({ mode }) => mode)).toEqual(['e2e', 'e2e']);

  await act(sender, 'prices.csv', 'Preview');
  await expect(dialog(sender, 'prices.csv').getByRole('cell', { name: '410.20' })).toBeVisible();
  await look(sender, 'sealed-preview');
  await sender.keyboard.press('Escape');
  for (const [name, content] of contents) {
    expect(sha256((await downloaded(sender, () => act(sender, name, 'Download'))).content)).toBe(sha256(content));
  }
  await pair.sender.send(routes.deliver, { id: folder?.id ?? '', email: [pair.receiverAccount.email] });
});

test('a request waits until its receiver has a key, and is accepted for that key', async ({ browser }) => {
  const inbox = inboxAt(topology.inboxUrl);
  const [folder] = await pair.sender.send(routes.folders, {});
  await ask(folder?.files.map(({ id }) => id) ?? []);
  await sender.getByRole('menuitem', { name: 'Request Management' }).click();
  await expect(sender.getByText('Waiting for the receiver’s key')).toBeVisible();
  await expect(sender.getByRole('button', { name: /Accept the request/ })).toBeHidden();
  await inspect(sender, 'sealed-waiting');

  receiver = await person(browser, pair.receiverAccount, '/receiver/login');
  await expect(sender.getByText('Waiting for the receiver’s key')).toBeHidden();
  await sender.getByRole('button', { name: /Accept the request/ }).click();
  const accept = dialog(sender, 'Accept Request');
  const code = codeIn(await inbox.waitForMail({ to: pair.senderAccount.email, subject: /accept a file request/i }));
  await accept.getByLabel('Verification code').fill(code);
  await accept.getByRole('button', { name: 'Verify' }).click();
  await expect(accept.getByText(/seen here for the first time/)).toBeVisible();
  await inspect(sender, 'sealed-accept');
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(sender.getByText('Request Accepted')).toBeVisible();
  link = linkIn(await inbox.waitForMail({ to: pair.receiverAccount.email, subject: /ready/i }), '/dashboard');
});

test('the receiver downloads what the sender sealed, all and one', async () => {
  await receiver.goto(link.href);
  await expect(receiver.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
  await expect(receiver.getByText('Secure transfer with end-to-end encryption')).toBeVisible();
  await expect(receiver.getByText('Only the sender and the recipient can access the files.')).toBeVisible();
  const all = await downloaded(receiver, () => receiver.getByRole('button', { name: 'Download All Files' }).click());
  expect(all.name).toMatch(/^download_\d+\.zip$/);
  expect(new Map([...unzip(all.content)].map(([name, content]) => [name, sha256(content)]))).toEqual(new Map([...contents].map(([name, content]) => [name, sha256(content)])));
  await inspect(receiver, 'sealed-download');
  for (const [name, content] of contents) {
    const one = await downloaded(receiver, () => receiver.getByRole('button', { name: `Download ${name}` }).click());
    expect([one.name, sha256(one.content)]).toEqual([name, sha256(content)]);
  }
});
