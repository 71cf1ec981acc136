import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Browser, type Download, type Page } from '@playwright/test';
import { ApiClient } from '@tradepost/client/api/api-client';
import { PartSlots } from '@tradepost/client/api/part-slots';
import { uploadNumberedParts } from '@tradepost/client/api/part-upload';
import { defaultRetry } from '@tradepost/client/api/retry';
import { StoreWay } from '@tradepost/client/api/store-way';
import { cutContent, secretAfter } from '@tradepost/client/segments/cut-content';
import { reusableIndex } from '@tradepost/client/segments/reusable-index';
import { planSegmented } from '@tradepost/client/segments/segment-plan';
import { plannedRanges } from '@tradepost/client/segments/planned-ranges';
import { plannedKey } from '@tradepost/client/transfers/sealed-parts';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { hashOfBytes } from '@tradepost/sealing/crypto/hash-stream';
import { sealedSize } from '@tradepost/sealing/file/format';
import { isS3Installed } from '@tradepost/testing/servers/s3';
import { e2eUserOf, sealedTransfer, uploadSealed, type E2eUser } from '@tradepost/tools/client/e2e-users';
import { downloaded, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { installationWithStore, type WithStore } from '../support/browser/with-store';
import { sha256, unzip } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';

test.describe.configure({ mode: 'serial' });
test.skip(!isS3Installed, 'there is no S3 server');

const MB = 1024 ** 2;
const size = 72 * MB;
/** A busy machine needs minutes. */
const patient = { timeout: 300_000 };
const name = 'export.bin';
const original = randomBytes(size);
const next = Buffer.concat([Buffer.from('x'), original]);

let directory: string;
let installation: WithStore;
let pair: Pair;
let sender: E2eUser;
let receiver: E2eUser;
let folderId: string;
let file: FileView;
let link: string;

test.beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tradepost-segments-'));
  installation = await installationWithStore(directory, { MAX_FILE_BYTES: String(2 * size) });
  const { place } = installation;
  pair = await tradingPair(place);
  const client = new ApiClient(place.origin, { storeWay: new StoreWay(), retryPolicy: defaultRetry });
  sender = await e2eUserOf(place, pair.senderAccount, 'sender', client);
  receiver = await e2eUserOf(place, pair.receiverAccount, 'receiver');
  folderId = (await pair.sender.send(routes.createFolder, { name: 'Large' })).id;
  await pair.sender.send(routes.deliver, { id: folderId, email: [pair.receiverAccount.email] });
});
test.beforeEach(() => {
  for (const proxy of [installation.gateway, installation.store]) proxy.reset();
});
test.afterAll(async () => {
  await installation?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Sends the file, or its next version, in segments. */
async function send(content: Buffer, replaces?: FileView): Promise<FileView> {
  const { client, vault } = sender;
  const version = (replaces?.version ?? 0) + 1;
  const ref = { fileId: replaces?.id ?? crypto.randomUUID(), version };
  const about = { name, mime: 'application/octet-stream', folderId, size: content.length, sha256: sha256(content) };
  const blob = new Blob([new Uint8Array(content)]);
  const former =
    replaces && (await reusableIndex(client, vault, { folderId, fileId: replaces.id, version: version - 1 }));
  const cut = await cutContent(blob.stream(), secretAfter(former));
  const plan = await planSegmented(vault, about, ref, cut, former);
  const sealed = await plannedRanges(await plannedKey(vault, plan.fields), plan, blob.size, async () => blob);
  const terms = replaces ? { ...plan.fields, fileId: replaces.id } : { ...plan.fields, name, category: 'Trade' };
  return uploadNumberedParts(
    client,
    {
      folderId,
      name,
      fields: terms,
      size: sealed.size,
      async part(_number, start, end) {
        const bytes = new Uint8Array(end - start);
        await sealed.sealInto(bytes, start, end);
        return { body: () => bytes, sha256: await hashOfBytes(bytes) };
      },
      check: () => Promise.resolve(),
      copied: plan.copied,
    },
    { slots: new PartSlots() },
  );
}

const savedBy = async (page: Page, click: () => Promise<void>) => (await downloaded(page, click)).content;

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function senderPage(browser: Browser): Promise<Page> {
  const { page } = await newPerson(browser, installation.place);
  await signIn(page, pair.senderAccount);
  await page.getByRole('link', { name: /^Large/ }).click();
  return page;
}

async function ownContent(page: Page, of: string): Promise<string> {
  const saved = await savedBy(page, async () => {
    await page.getByRole('button', { name: `Actions for ${of}` }).click();
    await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
  });
  return sha256(saved);
}

/** On the disk: a browser is not given so many bytes. */
function onDisk(of: string, content: Buffer): string {
  const path = join(directory, of);
  writeFileSync(path, content);
  return path;
}

async function receiverPage(page: Page): Promise<void> {
  // no person is there to choose where a large file is saved
  await page.addInitScript('delete window.showSaveFilePicker');
  await signIn(page, pair.receiverAccount, '/receiver/login');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
}

test('a next version with one more byte at the front sends little, also to the store', async () => {
  const { gateway, store } = installation;
  file = await send(original);
  expect(store.counted.bytes).toBeGreaterThan(size);
  for (const proxy of [gateway, store]) proxy.reset();
  file = await send(next, file);
  expect(file).toMatchObject({ version: 2, size: size + 1, mode: 'e2e' });
  expect(store.counted.bytes + gateway.counted.bytes).toBeLessThan(size / 3);
});

test('its sender opens it in the page', async ({ browser }) => {
  expect(await ownContent(await senderPage(browser), name)).toBe(sha256(next));
});

test('its receiver opens it, from the store and together with another file', async ({ browser }) => {
  const { place, gateway, store } = installation;
  const small = { name: 'small.csv', type: 'text/csv', content: new Blob(['a,b\n1,2\n']) };
  const other = await uploadSealed(sender, folderId, small);
  const { id, expiry } = await sealedTransfer(place, sender, receiver, [file.id, other]);
  link = `/dashboard?id=${id}&expiry=${expiry}`;
  const { page } = await newPerson(browser, place);
  await receiverPage(page);
  for (const proxy of [gateway, store]) proxy.reset();
  const saved = await savedBy(page, () => page.getByRole('button', { name: `Download ${name}` }).click());
  expect(sha256(saved)).toBe(sha256(next));
  expect(store.counted.bytes).toBeGreaterThan(size);
  const all = unzip(await savedBy(page, () => page.getByRole('button', { name: 'Download All Files' }).click()));
  expect(new Map([...all].map(([each, content]) => [each, sha256(content)]))).toEqual(
    new Map([
      [name, sha256(next)],
      [small.name, sha256('a,b\n1,2\n')],
    ]),
  );
});

test('what the store changes is not saved', async ({ browser }) => {
  const { page } = await newPerson(browser, installation.place);
  await receiverPage(page);
  const files: Download[] = [];
  page.on('download', (one) => files.push(one));
  installation.store.counted.spoilAnswered = 1;
  await page.getByRole('button', { name: `Download ${name}` }).click();
  await expect(page.getByText(/was changed after it was encrypted/).first()).toBeVisible(patient);
  // a large file is written while it is opened, so the download begins and then fails
  expect(await Promise.all(files.map((one) => one.failure()))).not.toContain(null);
});

const ofPage = 'page.bin';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: `New version of ${ofPage}` });
const choice = (page: Page) => page.getByRole('checkbox', { name: 'Send only what has changed' });

/** Chooses the next version of the file that the page has uploaded, and leaves its dialog open. */
async function chooseNext(page: Page, content: Buffer): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${ofPage}` }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Replace with new version' }).click();
  await (await choosing).setFiles(onDisk('next.bin', content));
  await expect(choice(page)).toBeChecked();
  for (const proxy of [installation.gateway, installation.store]) proxy.reset();
}

async function proceed(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: 'Continue in the background' }).click();
}

const stored = async (page: Page) => {
  await expect(uploads(page).getByText('1 uploaded')).toBeVisible(patient);
  await uploads(page).getByRole('button', { name: 'Close the uploads' }).click();
  const { items } = await pair.sender.send(routes.files, { folderId, page: 1, pageSize: 10 });
  const listed = items.find((one) => one.name === ofPage)!;
  const { sealed } = await pair.sender.send(routes.file, { folderId, fileId: listed.id });
  return { id: listed.id, version: listed.version, mode: listed.mode, sealedSize: sealed?.sealedSize ?? 0 };
};

const passed = () => installation.store.counted.bytes + installation.gateway.counted.bytes;

/** The texts of these that the page has shown. */
async function shownOf(page: Page, texts: string[]): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const texts = ${JSON.stringify(texts)};
    window.shownTexts = new Set();
    new MutationObserver(() => {
      for (const text of texts) if (document.body.innerText.includes(text)) window.shownTexts.add(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  return () => page.evaluate<string[]>('[...window.shownTexts]');
}

test('the page sends a large new file in segments, and only what has changed of its next version', async ({
  browser,
}) => {
  const page = await senderPage(browser);
  for (const proxy of [installation.gateway, installation.store]) proxy.reset();
  await page.locator('input[type=file]').setInputFiles(onDisk(ofPage, original));
  const dialog = page.getByRole('dialog', { name: 'File Information' });
  await dialog.getByRole('radio', { name: 'End-to-end encrypted' }).check();
  await expect(choice(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: 'Continue in the background' }).click();
  const first = await stored(page);
  expect(first).toMatchObject({ version: 1, mode: 'e2e' });
  expect(first.sealedSize).toBeGreaterThan(sealedSize(size));
  expect(installation.store.counted.bytes).toBeGreaterThan(size);

  const steps = ['Comparing with the previous version', 'Sending what has changed'];
  const shown = await shownOf(page, [...steps, 'Sending encrypted']);
  await chooseNext(page, next);
  await proceed(page);
  const { id, version } = await stored(page);
  expect([id, version]).toEqual([first.id, 2]);
  expect(passed()).toBeLessThan(size / 3);
  expect((await shown()).sort()).toEqual(steps);

  const { place } = installation;
  const transfer = await sealedTransfer(place, sender, receiver, [id]);
  link = `/dashboard?id=${transfer.id}&expiry=${transfer.expiry}`;
  const { page: reading } = await newPerson(browser, place);
  await receiverPage(reading);
  const saved = await savedBy(reading, () => reading.getByRole('button', { name: `Download ${ofPage}` }).click());
  expect(sha256(saved)).toBe(sha256(next));
});

test('the page sends what has changed again after it was loaded again', async ({ browser }) => {
  const page = await senderPage(browser);
  page.on('dialog', (warning) => void warning.accept());
  const content = Buffer.concat([next, Buffer.from('y')]);
  const { gateway, store } = installation;
  await chooseNext(page, content);
  for (const proxy of [gateway, store]) proxy.counted.most = 0;
  const opened = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.status() === 201,
    patient,
  );
  await proceed(page);
  await opened;
  await page.reload();
  for (const proxy of [gateway, store]) proxy.reset();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the files again' }).click();
  await (await choosing).setFiles(join(directory, 'next.bin'));
  await page.getByRole('button', { name: 'Continue in the background' }).click();
  expect((await stored(page)).version).toBe(3);
  expect(passed()).toBeLessThan(size / 3);
  expect(await ownContent(page, ofPage)).toBe(sha256(content));
});

test('the page sends all of the next version, as a whole, if the person wants that', async ({ browser }) => {
  const page = await senderPage(browser);
  await chooseNext(page, next);
  await choice(page).uncheck();
  await proceed(page);
  expect(await stored(page)).toMatchObject({ version: 4, sealedSize: sealedSize(next.length) });
  expect(installation.store.counted.bytes).toBeGreaterThan(size);
  expect(await ownContent(page, ofPage)).toBe(sha256(next));
});
