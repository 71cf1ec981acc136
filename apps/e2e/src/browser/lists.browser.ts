import { expect, type Page } from '@playwright/test';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import type { Topology } from '@tradepost/tools/topology/start';
import { expectNoFindings } from '../support/browser/axe';
import { sessionOf, sizes } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { longLists, type LongLists } from '../support/browser/long-lists';
import { expectFingerTargets, expectNothingWide } from '../support/browser/narrow-screens';
import { newAdmin } from '../support/review';

let topology: Topology;
let lists: LongLists;
test.beforeAll(async ({ installation }) => {
  topology = installation;
  lists = await longLists(topology);
});

/** Address, a text of its list. */
type List = [path: string, text: string | RegExp];
const ofSender = (): List[] => [
  [`/workspace?folder=${lists.folderId}`, 'rates.csv'],
  ['/workspace?view=bin', 'deleted before it was delivered.csv'],
  ['/requests', 'pending'],
  ['/transfers', 'revoked'],
  ['/invitations', /^department/],
  ['/logs', /added a webhook/],
  ['/profile#members', /colleague/],
  ['/profile#webhooks', 'Nightly upload of the prices of all ports'],
  [`/profile/webhooks/${lists.webhookId}`, 'Test'],
];
const ofReceiver = (): List[] => [
  ['/share-folders', 'Click to view files'],
  [`/share-folders?folder=${lists.folderId}`, 'rates.csv'],
  ['/my-requests', 'pending'],
  ['/my-transfers', 'revoked'],
  ['/accept-invitation', /second sender/],
];
const ofAdmin = (): List[] => [
  ['/admin', /Warehousing/],
  ['/admin/people', /Warehousing/],
  ['/admin/limits', 'Repeated mails of one invitation'],
  ['/admin/audit', /department/],
];

async function open(page: Page, [path, text]: List) {
  await page.goto(path);
  await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first(), path).toBeVisible();
  await expect(page.locator('.ant-skeleton'), path).toHaveCount(0);
}

for (const [role, listsOf, tokenOf] of [
  ['sender', ofSender, async () => lists.sender],
  ['receiver', ofReceiver, async () => lists.receiver],
  ['admin', ofAdmin, async () => (await newAdmin(topology)).client],
] as const)
  test(`no list of ${role === 'admin' ? 'an' : 'a'} ${role} scrolls sideways, or is under its actions, at any width`, async ({
    browser,
  }) => {
    const { page, failures } = await sessionOf(browser, topology, await tokenOf());
    for (const list of listsOf()) {
      await page.setViewportSize(sizes.wide);
      await open(page, list);
      for (const width of [1440, 1280, 1024, 768, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNothingWide(page, `${list[0]} at ${width}`);
      }
      await expectFingerTargets(page, list[0]);
    }
    expect(failures).toEqual([]);
  });

test('what a table has no room for is on the page of the row, and comes back with the room', async ({ browser }) => {
  const { page, failures } = await sessionOf(browser, topology, lists.sender);
  await open(page, ['/requests', 'pending']);
  const head = page.getByRole('columnheader', { name: 'Receiver Email' });
  await expect(head).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(head).toHaveCount(0);
  await page.setViewportSize(sizes.wide);
  await expect(head).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.getByRole('row').filter({ hasText: 'pending' }).getByText('pending').filter({ visible: true }).click();
  await expect(page.getByRole('main').getByText(/^department.*@example\.com$/)).toBeVisible();
  expect(failures).toEqual([]);
});

/** Pixels: a name, a line of facts, and the space around them. */
const twoLines = 76;

async function expectTwoLines(page: Page, name: string) {
  const cards = page
    .getByRole('main')
    .getByRole('list')
    .getByRole('listitem')
    .filter({ has: page.locator('dl') });
  expect(await cards.count(), name).toBeGreaterThan(0);
  for (const card of await cards.all())
    expect((await card.boundingBox())?.height, `${name}: ${await card.innerText()}`).toBeLessThanOrEqual(twoLines);
}

test('on a phone, a row is a card of two lines, which opens it', async ({ browser }) => {
  const { client: admin } = await newAdmin(topology);
  for (const [client, rows] of [
    [lists.sender, ofSender().filter(([path]) => /folder=|bin|requests|transfers|members|webhooks\//.test(path))],
    [lists.receiver, ofReceiver().filter(([path]) => /share-folders|my-/.test(path))],
    [admin, [...ofAdmin(), await membersOf(admin)]],
  ] as const) {
    const { page, failures } = await sessionOf(browser, topology, client);
    await page.setViewportSize(sizes.phone);
    for (const list of rows) {
      await open(page, list);
      await expectTwoLines(page, list[0]);
      await expectNoFindings(page, list[0], { targets: true });
    }
    const requests = rows.find(([path]) => path.includes('requests'));
    if (requests) {
      await open(page, requests);
      await page
        .getByRole('listitem')
        .filter({ hasText: 'pending' })
        .getByText('pending')
        .filter({ visible: true })
        .click();
      await expect(page).toHaveURL(/\/requests\/[0-9a-f-]{36}$/);
      await expect(page.getByRole('button', { name: /^freight_index/ })).toBeVisible();
      await expectTwoLines(page, 'the files of a request');
    }
    expect(failures).toEqual([]);
  }
});

/** The page on which an admin sees the people of a company. */
async function membersOf(admin: ApiClient): Promise<List> {
  const { items } = await admin.send(routes.people, { page: 1, pageSize: 1, q: 'Warehousing' });
  const { company, email } = items[0] ?? {};
  return [`/admin/companies/${company?.id}`, new RegExp(email ?? '')];
}

test('on a phone, a card without a page of its own shows on a sheet what it has no room for', async ({ browser }) => {
  const { page, failures } = await sessionOf(browser, topology, lists.sender);
  await page.setViewportSize(sizes.phone);
  const sheet = page.getByRole('dialog', { name: 'Details' });

  await open(page, ['/workspace?view=bin', 'deleted before it was delivered.csv']);
  await page.getByRole('button', { name: 'deleted before it was delivered.csv', exact: true }).click();
  await expect(sheet.getByText('Freight rates and port prices of the North 2026')).toBeVisible();
  await expect(sheet.getByText('Deletes on')).toBeVisible();
  await expectNoFindings(page, 'a deleted file', { targets: true });
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: 'deleted before it was delivered.csv', exact: true })).toBeFocused();

  await open(page, ['/profile#members', /colleague/]);
  const invited = page.getByRole('button', { name: /^department.*colleague/ });
  await invited.click();
  await sheet.getByRole('button', { name: /^Withdraw the invitation/ }).click();
  await expect(sheet).toHaveCount(0);
  await expect(invited).toHaveCount(0);
  expect(failures).toEqual([]);
});

test('a long description of a folder is unfolded by a button in the font of the page', async ({ browser }) => {
  const { page, failures } = await sessionOf(browser, topology, lists.sender);
  await page.setViewportSize(sizes.phone);
  await open(page, [`/workspace?folder=${lists.folderId}`, /^Weekly rates of all ports/]);
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(more).toHaveCSS('font-family', /^"Inter Variable"/);
  await expect(more).toHaveCSS('font-size', '14px');
  await more.click();
  await expect(page.getByText(/all charges of the terminal\.$/)).toBeVisible();
  expect(failures).toEqual([]);
});

test('an entry of the audit log has room for its text at 1024 pixels, and shows all on a phone', async ({
  browser,
}) => {
  const { client, email } = await newAdmin(topology);
  const { page, failures } = await sessionOf(browser, topology, client);
  await page.setViewportSize({ width: 1024, height: 800 });
  const happened = `${email} signed in`;
  await open(page, [`/admin/audit?actor=${encodeURIComponent(email)}`, happened]);
  const row = page.getByRole('row').filter({ hasText: happened });
  await expect(row.getByText(/^Chain [0-9a-f]{8} · \d+$/)).toBeVisible();
  expect((await row.getByRole('cell').first().boundingBox())?.width).toBeGreaterThan(250);
  // three lines and their space
  expect((await row.boundingBox())?.height).toBeLessThan(90);

  await page.setViewportSize(sizes.phone);
  await page.getByRole('button', { name: happened }).click();
  const sheet = page.getByRole('dialog', { name: 'Details' });
  for (const part of [happened, /^Chain [0-9a-f]{8} · \d+$/]) await expect(sheet.getByText(part)).toBeVisible();
  expect(failures).toEqual([]);
});
