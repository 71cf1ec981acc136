import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { siteManifestName } from '@tradepost/contracts/encryption/site-manifest';
import { routes } from '@tradepost/contracts/routes';
import { root } from '@tradepost/tools/topology/paths';
import type { Topology } from '@tradepost/tools/topology/start';
import { newPerson, sessionOf, signIn, sizes } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { expectFewScripts, expectNoShift } from '../support/browser/few-scripts';
import { sha256 } from '../support/fixtures';
import { acceptedTransfer, deliveredSamples, tradingPair } from '../support/main-path';

let topology: Topology;
test.beforeAll(({ installation }) => void (topology = installation));

/** What the browser says to a statement that injected code or a careless line would run. */
const outcomeOf = (page: Page, statement: string) =>
  // in a task of the page's own: what the test itself evaluates is exempt from the page's policy
  page.evaluate<string>(`new Promise((resolve) => setTimeout(() => {
    try { ${statement}; resolve('ran'); } catch (error) { resolve(error.constructor.name); }
  }))`);
const hasRun = (page: Page) => page.evaluate<boolean>('globalThis.injected === true');

const injections = [
  `document.body.innerHTML = '<img src=x onerror="injected = true">'`,
  `document.body.insertAdjacentHTML('beforeend', '<svg onload="injected = true">')`,
  `document.createElement('div').outerHTML = '<b>'`,
  `document.write('<script>injected = true</script>')`,
  `new DOMParser().parseFromString('<b>', 'text/html')`,
  `document.createRange().createContextualFragment('<b>')`,
  `document.createElement('iframe').srcdoc = '<script>parent.injected = true</script>'`,
  `document.createElement('script').text = 'injected = true'`,
  `document.createElement('script').src = 'https://evil.example/a.js'`,
  `document.createElement('script').src = '/api/files/1/content'`,
  `document.createElement('button').setAttribute('onclick', 'injected = true')`,
  `new Worker('data:text/javascript,postMessage(1)')`,
  `eval('injected = true')`,
  `new Function('injected = true')`,
  `trustedTypes.createPolicy('mine', { createHTML: (text) => text })`,
  `trustedTypes.createPolicy('default', { createHTML: (text) => text })`,
];

test('nothing can be injected into the page', async ({ browser }) => {
  const { page } = await newPerson(browser, topology);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  for (const statement of injections) expect([statement, await outcomeOf(page, statement)]).not.toContain('ran');
  expect(await hasRun(page)).toBe(false);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

/** The names of the classes that a style module declares. */
function classesOf(path: string): string[] {
  const rules = readFileSync(path, 'utf8').replace(
    /\/\*[\s\S]*?\*\/|:global\((?:[^()]|\([^()]*\))*\)|url\([^)]*\)/g,
    '',
  );
  return [...rules.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? '');
}

test('the style sheets of the site have the rules of every screen', () => {
  const web = join(root, 'apps/web');
  const filesIn = (folder: string, end: string) =>
    readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(end))
      .map((name) => join(web, folder, name));
  const sheets = filesIn('dist/assets', '.css').map((path) => readFileSync(path, 'utf8'));
  const modules = filesIn('src', '.module.css');
  expect(modules.length).toBeGreaterThan(100);
  const missing = modules.flatMap((path) =>
    classesOf(path)
      .filter((name) => !sheets.some((rules) => rules.includes(`._${name}_`)))
      .map((name) => `${name} of ${path}`),
  );
  expect(missing).toEqual([]);
});

const scripts = {
  'the first script': /\/assets\/base-[^/]*\.js$/,
  'a script that is loaded ahead': /\/assets\/guest-[^/]*\.js$/,
  'a script that is loaded later': /\/assets\/signup[^/]*\.js$/,
};
for (const [part, pattern] of Object.entries(scripts)) {
  test(`${part} does not run if a line was added to the released file`, async ({ browser }) => {
    const { page } = await newPerson(browser, topology);
    const changed: string[] = [];
    await page.route(pattern, async (route) => {
      const response = await route.fetch();
      changed.push(route.request().url());
      await route.fulfill({ response, body: `globalThis.injected = true;\n${await response.text()}` });
    });
    const refused = page.waitForEvent('console', (message) => /integrity/.test(message.text()));
    await page.goto('/signup');
    await refused;
    expect(changed).not.toEqual([]);
    expect(await hasRun(page)).toBe(false);
  });
}

for (const path of ['/login', '/receiver/login']) {
  test(`${path} loads few scripts, compressed`, async ({ browser }) => {
    const { page } = await newPerson(browser, topology);
    await page.goto(path, { waitUntil: 'load' });
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expectFewScripts(page);
    await expectNoShift(page);
  });
}

test('the workspace and the shared folders load few scripts on a phone, and their layout does not shift', async ({
  browser,
}) => {
  const pair = await tradingPair(topology);
  await deliveredSamples(pair, { name: 'Prices', licence: '' });
  for (const [client, path, sign, early] of [
    [
      pair.sender,
      '/workspace',
      'Search files or people',
      ['/api/file-sharing/folders', '/api/file-sharing/stats', '/api/notifications'],
    ],
    [
      pair.receiver,
      '/share-folders',
      'Search folders',
      ['/api/file-sharing/received', '/api/partners/verified', '/api/notifications'],
    ],
  ] as const) {
    const { page, failures } = await sessionOf(browser, topology, client);
    const calls: string[] = [];
    page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
    await page.setViewportSize(sizes.phone);
    await page.goto(path, { waitUntil: 'load' });
    await expect(page.getByLabel(sign)).toBeVisible();
    await expect(page.getByText('Set up encryption')).toBeVisible();
    await expectFewScripts(page, 'signedIn');
    await expectNoShift(page);
    // what was asked for before the app was there is not asked for again
    for (const call of ['/api/site', '/api/auth/me', '/api/auth/vault', ...early])
      expect([call, calls.filter((each) => each === call).length]).toEqual([call, 1]);
    expect(failures).toEqual([]);
  }
});

test('the workspace and the shared folders show what they are for before lists, session and vault are loaded', async ({
  browser,
}) => {
  const pair = await tradingPair(topology);
  await deliveredSamples(pair, { name: 'Prices', licence: '' });
  for (const [client, path, title, text] of [
    [pair.sender, '/workspace', 'Prices', 'Upload your files'],
    [pair.receiver, '/share-folders', 'Share with you', 'Browse and manage your folders'],
  ] as const) {
    const { page, failures } = await sessionOf(browser, topology, client);
    await page.setViewportSize(sizes.phone);
    // never answered
    await page.route(/\/assets\/(lists|session|workspace|received)-/, () => undefined);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible();
    await expectFewScripts(page, 'firstContent');
    expect(failures).toEqual([]);
  }
});

test('nothing moves while a folder with directories is loaded', async ({ browser }) => {
  const pair = await tradingPair(topology);
  const [file] = await deliveredSamples(pair, { name: 'Prices', licence: '' });
  const [folder] = await pair.sender.send(routes.folders, {});
  const content = new Blob(['a,b\n1,2\n'], { type: 'text/csv' });
  await pair.sender.sendForm(
    routes.uploadFile,
    { folderId: folder?.id ?? '' },
    { directory: '2026/orders' },
    { file: { name: 'orders.csv', content } },
  );
  for (const [client, path] of [
    [pair.sender, '/workspace'],
    [pair.receiver, '/share-folders'],
  ] as const)
    for (const size of Object.values(sizes)) {
      const { page, failures } = await sessionOf(browser, topology, client);
      await page.setViewportSize(size);
      await page.goto(`${path}?folder=${folder?.id}`);
      await expect(page.getByRole('group', { name: 'Directories' })).toBeVisible();
      await expect(page.getByRole('button', { name: file?.name ?? '', exact: true })).toBeVisible();
      await expect(page.locator('.ant-skeleton')).toHaveCount(0);
      await expectNoShift(page);
      expect(failures).toEqual([]);
    }
});

/** Whether what is docked to the foot of the page is above this part. */
const isCovered = (part: Locator) =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = element.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !hit || !(element.contains(hit) || hit.contains(element));
  });

test('the page of a transfer does not move while it is loaded, and its docked button covers neither the total value nor the end', async ({
  browser,
}) => {
  const pair = await tradingPair(topology);
  const terms = { category: 'Trade', price: '0.5', currency: 'EUR', numberOfRecords: '10' };
  await deliveredSamples(pair, { name: 'Prices', licence: 'Not to be passed on.' });
  const [folder] = await pair.sender.send(routes.folders, {});
  const fileIds: string[] = [];
  for (const month of [1, 2, 3, 4, 5, 6]) {
    const content = new Blob([`port,price\nSantos,${month}\n`], { type: 'text/csv' });
    const file = { name: `prices-${month}.csv`, content };
    const sent = await pair.sender.sendForm(routes.uploadFile, { folderId: folder?.id ?? '' }, terms, { file });
    fileIds.push(sent.file.id);
  }
  for (const count of [1, 6]) {
    const { link } = await acceptedTransfer(topology, pair, fileIds.slice(-count));
    for (const size of Object.values(sizes)) {
      const { page, failures } = await sessionOf(browser, topology, pair.receiver);
      await page.setViewportSize(size);
      await page.goto(link.href);
      await expect(page.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Download All Files' })).toBeInViewport();
      const value = page.getByText('Total value');
      await expect(value).toBeInViewport();
      expect(await isCovered(value)).toBe(false);
      await expectNoShift(page);
      const foot = page.getByRole('link', { name: 'Terms' });
      await foot.scrollIntoViewIfNeeded();
      expect(await isCovered(foot)).toBe(false);
      expect(failures).toEqual([]);
    }
  }
});

test('the profile shows the version and the hash of the manifest that the server serves', async ({ browser }) => {
  const { senderAccount } = await tradingPair(topology);
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, senderAccount);
  await page.goto('/profile#data');
  const manifest = Buffer.from(await (await fetch(`${topology.origin}/${siteManifestName}`)).arrayBuffer());
  await expect(page.getByText(sha256(manifest), { exact: true })).toBeVisible();
  await expect(
    page.getByText(`Version ${(JSON.parse(manifest.toString()) as { version: string }).version}`),
  ).toBeVisible();
  expect(failures).toEqual([]);
});
