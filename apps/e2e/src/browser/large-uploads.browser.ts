import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Browser, type Page, type Request, type Route } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { look, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { tradingPair, type Pair } from '../support/main-path';
import { temporaryTopology, type TemporaryTopology } from '../support/topology';

test.describe.configure({ mode: 'serial' });

const MB = 1024 ** 2;
/** Ten parts, of which some are held back. `LARGE_UPLOAD_MB=2000` uploads more. */
const largeBytes = Number(process.env.LARGE_UPLOAD_MB ?? 80) * MB;
/** A busy machine needs minutes. */
const patient = { timeout: 900_000 };

let topology: TemporaryTopology;
let pair: Pair;
let directory: string;
let folderId: string;
let large: string;
let hash: string;

test.beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tradepost-large-'));
  topology = await temporaryTopology('embedded', {
    env: { MAX_FILE_BYTES: String(largeBytes), ALLOWED_FILE_TYPES: '*' },
  });
  pair = await tradingPair(topology);
  folderId = (await pair.sender.send(routes.createFolder, { name: 'Large' })).id;
  large = join(directory, 'large.bin');
  const whole = createHash('sha256');
  writeFileSync(large, '');
  for (let left = largeBytes; left > 0; left -= 4 * MB) {
    const piece = randomBytes(Math.min(left, 4 * MB));
    whole.update(piece);
    appendFileSync(large, piece);
  }
  hash = whole.digest('hex');
});
test.afterAll(async () => {
  await topology?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const isPart = (request: Request) => request.method() === 'PUT' && /\/uploads\/[^/]+\/parts\/\d+$/.test(request.url());

/** Lets parts pass up to a number. `pass` lets more pass; `stored`: URLs of the parts that the server has stored, as often as they were sent. */
async function gateOf(page: Page) {
  let last = Infinity;
  let held: Route[] = [];
  const stored: string[] = [];
  const isOpenFor = (route: Route) => Number(route.request().url().split('/').at(-1)) <= last;
  await page.route('**/file-sharing/uploads/*/parts/*', (route) =>
    isOpenFor(route) ? route.continue() : void held.push(route),
  );
  page.on('response', (response) => {
    if (response.ok() && isPart(response.request())) stored.push(response.url());
  });
  const pass = async (upTo: number) => {
    last = upTo;
    const passing = held.filter(isOpenFor);
    held = held.filter((route) => !isOpenFor(route));
    // those that the page has aborted are gone
    for (const route of passing) await route.continue().catch(() => undefined);
  };
  const reached = (count: number) => expect.poll(() => stored.length, patient).toBeGreaterThanOrEqual(count);
  return { stored, pass, reached };
}

async function senderPage(browser: Browser) {
  const { page } = await newPerson(browser, topology);
  await signIn(page, pair.senderAccount);
  await page.getByRole('link', { name: /^Large/ }).click();
  return { page, gate: await gateOf(page) };
}

async function upload(page: Page, path: string, mode: 'Standard encryption' | 'End-to-end encrypted') {
  await page.locator('input[type=file]').setInputFiles(path);
  const dialog = page.getByRole('dialog', { name: 'File Information' });
  await dialog.getByRole('radio', { name: mode }).check();
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: 'Continue in the background' }).click();
}

const close = (page: Page) => uploads(page).getByRole('button', { name: 'Close the uploads' }).click();
const listed = async (name: string) => {
  const { items } = await pair.sender.send(routes.files, { folderId, page: 1, pageSize: 10 });
  return items.find((file) => file.name === name);
};

/** Nothing was sent to another upload, and no part twice. */
function expectEachOnce(stored: string[]) {
  expect(new Set(stored.map((url) => url.replace(/\/parts\/\d+$/, ''))).size).toBe(1);
  expect(new Set(stored).size).toBe(stored.length);
}

test('a large sealed upload is paused, survives a lost network, and opens with its bytes', async ({ browser }) => {
  const { page, gate } = await senderPage(browser);
  await gate.pass(3);
  await upload(page, large, 'End-to-end encrypted');
  await gate.reached(3);
  await uploads(page).getByRole('button', { name: 'Pause large.bin' }).click();
  await expect(uploads(page).getByText('Paused', { exact: true })).toBeVisible();
  await look(page, 'upload-paused');
  await gate.pass(4);
  await uploads(page).getByRole('button', { name: 'Resume large.bin' }).click();
  await gate.reached(4);
  const lost = page.waitForEvent('requestfailed', isPart);
  await page.context().setOffline(true);
  await gate.pass(Infinity);
  await lost;
  await page.context().setOffline(false);
  await expect(uploads(page).getByText('1 uploaded')).toBeVisible(patient);
  expectEachOnce(gate.stored);
  await close(page);
  expect(await listed('large.bin')).toMatchObject({ mode: 'e2e', size: largeBytes });
  const opened = page.waitForEvent('download', patient);
  await page.getByRole('button', { name: 'Actions for large.bin' }).click();
  await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
  const whole = createHash('sha256');
  for await (const piece of await (await opened).createReadStream()) whole.update(piece as Buffer);
  expect(whole.digest('hex')).toBe(hash);
});

for (const mode of ['End-to-end encrypted', 'Standard encryption'] as const)
  test(`a paused upload that is cancelled leaves nothing on the server, ${mode}`, async ({ browser }) => {
    const { page, gate } = await senderPage(browser);
    await gate.pass(2);
    await upload(page, large, mode);
    await gate.reached(2);
    await uploads(page).getByRole('button', { name: 'Pause large.bin' }).click();
    const [part = ''] = gate.stored;
    const { pathname } = new URL(part.replace(/\/parts\/.*/, ''));
    const head = { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } };
    const ask = () => pair.sender.fetchOk(pathname, head, { isRepeatable: true });
    await ask();
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await uploads(page).getByRole('button', { name: 'Cancel large.bin' }).click();
    expect((await ended).status()).toBe(204);
    await expect(uploads(page)).toHaveCount(0);
    await expect(ask()).rejects.toMatchObject({ status: 404 });
  });

test('a large managed upload continues after the page was loaded again', async ({ browser }) => {
  const { page, gate } = await senderPage(browser);
  const copy = join(directory, 'managed.bin');
  linkSync(large, copy);
  await gate.pass(3);
  await upload(page, copy, 'Standard encryption');
  await gate.reached(3);
  page.once('dialog', (warning) => void warning.accept());
  await page.reload();
  await gate.pass(Infinity);
  await upload(page, copy, 'Standard encryption');
  await expect(uploads(page).getByText('Stored unchanged')).toBeVisible(patient);
  expectEachOnce(gate.stored);
  expect(await listed('managed.bin')).toMatchObject({ mode: 'managed', sha256: hash });
});

test('a file that changes while it is sent is refused, sealed or not', async ({ browser }) => {
  const { page, gate } = await senderPage(browser);
  for (const [name, mode] of [
    ['sealed.bin', 'End-to-end encrypted'],
    ['plain.bin', 'Standard encryption'],
  ] as const) {
    const moving = join(directory, name);
    const before = gate.stored.length;
    writeFileSync(moving, randomBytes(40 * MB));
    await gate.pass(1);
    await upload(page, moving, mode);
    await gate.reached(before + 1);
    writeFileSync(moving, randomBytes(40 * MB));
    await gate.pass(Infinity);
    await expect(uploads(page).getByText(/The file was changed or deleted while it was read/)).toBeVisible(patient);
    await uploads(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click();
    expect(await listed(name)).toBeUndefined();
  }
});

test('two pages that upload the same file at once end with whole files', async ({ browser }) => {
  const { page, gate } = await senderPage(browser);
  const second = await page.context().newPage();
  await second.goto(page.url());
  const twice = join(directory, 'twice.bin');
  const content = randomBytes(20 * MB);
  writeFileSync(twice, content);
  await gate.pass(1);
  await upload(page, twice, 'Standard encryption');
  await gate.reached(1);
  await upload(second, twice, 'Standard encryption');
  await expect(uploads(second).getByText('Stored unchanged')).toBeVisible(patient);
  await gate.pass(Infinity);
  await expect(uploads(page).getByText('Stored unchanged')).toBeVisible(patient);
  const { items } = await pair.sender.send(routes.files, { folderId, page: 1, pageSize: 10 });
  const files = items.filter(({ name }) => name.startsWith('twice'));
  expect(files.length).toBeGreaterThan(0);
  expect(new Set(files.map(({ sha256 }) => sha256))).toEqual(
    new Set([createHash('sha256').update(content).digest('hex')]),
  );
});
