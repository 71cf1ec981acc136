import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { isS3Installed } from '@tradepost/testing/servers/s3';
import { e2eUserOf, sealedTransfer, type E2eUser } from '@tradepost/tools/client/e2e-users';
import { downloaded, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { installationWithStore, type WithStore } from '../support/browser/with-store';
import { sha256, unzip } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';

test.describe.configure({ mode: 'serial' });
test.skip(!isS3Installed, 'there is no S3 server');

const MB = 1024 ** 2;
const size = 20 * MB;
/** Of the sealed file. */
const parts = 3;
/** More than what a page asks the gateway, less than a part. */
const little = 4 * MB;
/** A busy machine needs minutes. */
const patient = { timeout: 300_000 };

let directory: string;
let installation: WithStore;
let bucket: WithStore['bucket'];
let store: WithStore['store'];
let gateway: WithStore['gateway'];
let place: WithStore['place'];
let pair: Pair;
let sender: E2eUser;
let receiver: E2eUser;
let folderId: string;
let link: string;
const hashes = new Map<string, string>();

test.beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tradepost-direct-'));
  installation = await installationWithStore(directory);
  ({ bucket, store, gateway, place } = installation);
  pair = await tradingPair(place);
  sender = await e2eUserOf(place, pair.senderAccount, 'sender');
  receiver = await e2eUserOf(place, pair.receiverAccount, 'receiver');
  folderId = (await pair.sender.send(routes.createFolder, { name: 'Large' })).id;
});
test.beforeEach(() => {
  for (const proxy of [gateway, store]) proxy.reset();
});
test.afterAll(async () => {
  await installation?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

/** A new page each time: it has not learnt yet whether it reaches the store. */
async function senderPage(browser: Browser): Promise<Page> {
  const { page } = await newPerson(browser, place);
  await signIn(page, pair.senderAccount);
  await page.getByRole('link', { name: /^Large/ }).click();
  return page;
}

async function receiverPage(browser: Browser): Promise<Page> {
  const { page } = await newPerson(browser, place);
  await signIn(page, pair.receiverAccount, '/receiver/login');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
  return page;
}

/** On a busy machine a part may be sent again. */
const partsAtGateway = () =>
  new Set(gateway.seen.filter(({ method, url }) => method === 'PUT' && url.includes('/parts/')).map(({ url }) => url))
    .size;

async function upload(page: Page, name: string) {
  const content = randomBytes(size);
  hashes.set(name, sha256(content));
  writeFileSync(join(directory, name), content);
  for (const proxy of [gateway, store]) Object.assign(proxy.counted, { bytes: 0 });
  await page.locator('input[type=file]').setInputFiles(join(directory, name));
  const dialog = page.getByRole('dialog', { name: 'File Information' });
  await dialog.getByRole('radio', { name: 'End-to-end encrypted' }).check();
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: 'Continue in the background' }).click();
  await expect(uploads(page).getByText('1 uploaded')).toBeVisible(patient);
}

const savedBytes = async (page: Page, click: () => Promise<void>) => (await downloaded(page, click)).content;

const saved = async (...given: Parameters<typeof savedBytes>) => sha256(await savedBytes(...given));

const download = (page: Page, name: string) => () => page.getByRole('button', { name: `Download ${name}` }).click();

const downloadOwn = (page: Page, name: string) => async () => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
};

/** The bytes that its sender finds in the file. */
async function ownContent(page: Page, name: string): Promise<string> {
  await uploads(page).getByRole('button', { name: 'Close the uploads' }).click();
  return saved(page, downloadOwn(page, name));
}

test('a sealed upload goes to the store, without a part of it through the gateway', async ({ browser }) => {
  const page = await senderPage(browser);
  await upload(page, 'a.bin');
  expect([store.counted.stored, partsAtGateway()]).toEqual([parts, 0]);
  expect(gateway.counted.bytes).toBeLessThan(little);
  expect(store.counted.bytes).toBeGreaterThan(size);
  // the store learns neither who sends nor from which page
  for (const { headers } of store.seen) {
    expect(JSON.stringify(headers)).not.toMatch(/cookie|authorization|referer|auth-token/);
    expect(headers.origin).toBe(gateway.url);
  }
  expect(await ownContent(page, 'a.bin')).toBe(hashes.get('a.bin'));
});

/** The store got nothing that identifies a session. */
function expectFromStore(bytes: number) {
  expect(store.counted.bytes).toBeGreaterThan(bytes);
  expect(gateway.counted.bytes).toBeLessThan(little);
  for (const { headers } of store.seen)
    expect(JSON.stringify(headers)).not.toMatch(/cookie|authorization|referer|auth-token/);
}

/** What the store changes is not saved. */
async function expectRefused(page: Page, click: () => Promise<void>, message: RegExp) {
  store.counted.spoilAnswered = 1;
  const files: unknown[] = [];
  page.on('download', (one) => files.push(one));
  await click();
  await expect(page.getByText(message).first()).toBeVisible(patient);
  expect(files).toEqual([]);
}

test('a sender opens an own sealed file that comes from the store', async ({ browser }) => {
  const page = await senderPage(browser);
  for (const proxy of [gateway, store]) proxy.reset();
  expect(await saved(page, downloadOwn(page, 'a.bin'))).toBe(hashes.get('a.bin'));
  expectFromStore(size);
  await expectRefused(page, downloadOwn(page, 'a.bin'), /was changed on the server after you encrypted it/);
});

test('a sender gets an own sealed file through the gateway where the store is not reachable', async ({ browser }) => {
  const page = await senderPage(browser);
  store.counted.shut = true;
  for (const proxy of [gateway, store]) Object.assign(proxy.counted, { bytes: 0 });
  expect(await saved(page, downloadOwn(page, 'a.bin'))).toBe(hashes.get('a.bin'));
  expect([gateway.counted.bytes > size, store.counted.bytes]).toEqual([true, 0]);
});

test('an address accepts no other object, size, checksum or method from a page, and a page reaches no other store', async ({
  browser,
}) => {
  const page = await senderPage(browser);
  store.counted.refuse = 503;
  await upload(page, 'hostile.bin');
  const sent = store.seen.find(({ method }) => method === 'PUT')!;
  store.reset();
  const call = (url: string, { method = 'PUT', bytes = 8 * MB, origin = store.url } = {}) =>
    // in a task of the page's own, which its policy applies to
    page.evaluate<string>(`new Promise((resolve) => setTimeout(() => {
      const headers = { 'content-md5': ${JSON.stringify(sent.headers['content-md5'])} };
      const init = { method: '${method}', headers, credentials: 'omit' };
      if (init.method === 'PUT') init.body = new Uint8Array(${bytes});
      fetch(${JSON.stringify(origin + url)}, init).then(({ status }) => resolve(String(status)), ({ name }) => resolve(name));
    }))`);
  const other = sent.url.replace(/partNumber=(\d+)/, (_, number) => `partNumber=${(Number(number) % parts) + 1}`);
  expect(other).not.toBe(sent.url);
  expect(await call(other)).toBe('403');
  const noPart = sent.url.replace(/partNumber=\d+&/, '').replace(/&uploadId=[^&]+/, '');
  expect(noPart).not.toContain('uploadId');
  expect(await call(noPart)).toBe('403');
  expect(await call(sent.url, { bytes: 5 })).toBe('403');
  expect(await call(sent.url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400'))).toBe('403');
  expect(await call(sent.url, { method: 'GET' })).toBe('403');
  expect(store.counted.stored).toBe(0);
  // the rules of the bucket allow no page to delete, and the policy of the page no other address
  expect(await call(sent.url, { method: 'DELETE' })).toBe('TypeError');
  expect(await call(sent.url, { origin: bucket.endpoint })).toBe('TypeError');
});

test('a part that arrives with other bytes is refused by the store, and sent again through the gateway', async ({
  browser,
}) => {
  const page = await senderPage(browser);
  store.counted.spoilSent = 1;
  await upload(page, 'spoiled.bin');
  expect([store.counted.parts, store.counted.stored, partsAtGateway()]).toEqual([parts, parts - 1, 1]);
  expect(await ownContent(page, 'spoiled.bin')).toBe(hashes.get('spoiled.bin'));
});

const closed: [string, () => void][] = [
  ['no connection', () => void (store.counted.shut = true)],
  ['an address that is refused, as after its time', () => void (store.counted.refuse = 403)],
];
for (const [why, close] of closed) {
  test(`a sealed upload goes through the gateway with ${why}`, async ({ browser }) => {
    const page = await senderPage(browser);
    close();
    await upload(page, `${why}.bin`);
    expect([store.counted.stored, partsAtGateway()]).toEqual([0, parts]);
  });
}

test('a sealed upload goes through the gateway where the bucket does not let pages in', async ({ browser }) => {
  const page = await senderPage(browser);
  const { cors } = bucket.rules;
  delete bucket.rules.cors;
  await upload(page, 'cors.bin');
  bucket.rules.cors = cors!;
  expect([store.counted.stored, partsAtGateway()]).toEqual([0, parts]);
});

test('a receiver opens a sealed file that comes from the store', async ({ browser }) => {
  await pair.sender.send(routes.deliver, { id: folderId, email: [pair.receiverAccount.email] });
  const { items } = await pair.sender.send(routes.files, { folderId, page: 1, pageSize: 50 });
  const file = items.find(({ name }) => name === 'a.bin')!;
  expect(file).toMatchObject({ mode: 'e2e', size });
  const { id, expiry } = await sealedTransfer(place, sender, receiver, [file.id]);
  link = `/dashboard?id=${id}&expiry=${expiry}`;
  const page = await receiverPage(browser);
  for (const proxy of [gateway, store]) proxy.reset();
  expect(await saved(page, download(page, 'a.bin'))).toBe(hashes.get('a.bin'));
  expectFromStore(size);
  await expectRefused(page, download(page, 'a.bin'), /was changed after it was encrypted/);
});

test('a receiver gets it through the gateway where the store is not reachable', async ({ browser }) => {
  const page = await receiverPage(browser);
  store.counted.shut = true;
  expect(await saved(page, download(page, 'a.bin'))).toBe(hashes.get('a.bin'));
  expect(gateway.counted.bytes).toBeGreaterThan(size);
});

test('all files of a transfer come from the store together', async ({ browser }) => {
  await upload(await senderPage(browser), 'b.bin');
  const { items } = await pair.sender.send(routes.files, { folderId, page: 1, pageSize: 50 });
  const chosen = ['a.bin', 'b.bin'].map((name) => items.find((file) => file.name === name)!.id);
  const { id, expiry } = await sealedTransfer(place, sender, receiver, chosen);
  link = `/dashboard?id=${id}&expiry=${expiry}`;
  const page = await receiverPage(browser);
  for (const proxy of [gateway, store]) proxy.reset();
  const downloadAll = () => page.getByRole('button', { name: 'Download All Files' }).click();
  const files = unzip(await savedBytes(page, downloadAll));
  expect(new Map([...files].map(([name, content]) => [name, sha256(content)]))).toEqual(
    new Map(['a.bin', 'b.bin'].map((name) => [name, hashes.get(name)])),
  );
  expectFromStore(2 * size);
  await expectRefused(page, downloadAll, /was changed after it was encrypted/);
});
