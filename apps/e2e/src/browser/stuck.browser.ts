import { expect, type Locator, type Page } from '@playwright/test';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { register, registerSender } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { sessionOf, sizes } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account } from '../support/fixtures';

test.describe.configure({ mode: 'serial' });

/** Where people got stuck because of the place of something on the screen. */
const owner = { ...account('owner'), companyName: 'Warehousing and Forwarding Company of the North' };
const folders = Array.from({ length: 7 }, (_, n) => `Freight rates and port prices ${n + 1}`);
/** As many as a page of the list has. */
const shownFiles = 5;
const partner = 'the.department.for.warehousing.and.forwarding.of.the.north@example.com';

let topology: Topology;
let sender: ApiClient;
let page: Page;
let workspace: string;
const failures: string[][] = [];

test.beforeAll(async ({ browser, installation }) => {
  topology = installation;
  sender = await registerSender(topology, owner);
  await sender.send(routes.invite, { emails: [partner] });
  for (const name of folders) await sender.send(routes.createFolder, { name });
  const first = (await sender.send(routes.folders, {})).find(({ name }) => name === folders[0]);
  for (let n = 0; n < shownFiles; n += 1) {
    const name = `quarterly prices of containers between Rotterdam and Mumbai ${n}.csv`;
    await sender.sendForm(
      routes.uploadFile,
      { folderId: first?.id ?? '' },
      {},
      { file: { name, type: 'text/csv', content: new Blob(['a,b\n1,2\n']) } },
    );
  }
  const person = await sessionOf(browser, topology, sender);
  page = person.page;
  failures.push(person.failures);
  workspace = `/workspace?folder=${first?.id}`;
  await page.goto(workspace);
});
test.afterAll(async () => {
  await page?.context().close();
  expect(failures.flat()).toEqual([]);
});

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part} is not shown`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};
type Box = Awaited<ReturnType<typeof boxOf>>;
const areApart = (one: Box, other: Box) =>
  one.right <= other.x || other.right <= one.x || one.bottom <= other.y || other.bottom <= one.y;
/** Of the open dialog: lines of its title and hints that are under its × or a counter, and parts that leave the screen. */
const readDialog = `(() => {
  const dialog = [...document.querySelectorAll('.ant-modal')].findLast((one) => one.getClientRects().length > 0);
  const linesOf = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [...range.getClientRects()];
  };
  const all = (selector) => [...dialog.querySelectorAll(selector)];
  const covering = all('.ant-modal-close, .ant-input-data-count').map((part) => part.getBoundingClientRect());
  const isCovered = (line) => covering.some((other) =>
    line.left < other.right && other.left < line.right && line.top < other.bottom && other.top < line.bottom);
  const isWide = (part) =>
    part.getBoundingClientRect().right > innerWidth ||
    (part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === 'auto');
  return [
    ...all('.ant-modal-title, .ant-form-item-extra').filter((part) => linesOf(part).some(isCovered)),
    ...[dialog, ...all('*')].filter((part) => part.getClientRects().length > 0 && isWide(part)),
  ].map((part) => part.outerHTML);
})()`;

test('the table of files shows its rows at 1280 x 800, and their actions at 1024', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const rows = page.getByRole('row').filter({ hasText: 'quarterly prices' });
  await expect(rows).toHaveCount(shownFiles);
  const onScreen = async () => {
    const bottoms = await Promise.all((await rows.all()).map(async (row) => (await boxOf(row)).bottom));
    return bottoms.filter((bottom) => bottom <= 800).length;
  };
  await expect.poll(onScreen).toBeGreaterThan(3);
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    const places = async () => {
      const icon = await boxOf(rows.first().locator('td .anticon').first());
      const name = await boxOf(rows.first().getByRole('button', { name: /^quarterly/ }));
      const actions = await boxOf(rows.first().getByRole('button', { name: /^Actions for/ }));
      const middle = icon.y + icon.height / 2;
      return {
        iconIsBeforeName: icon.right <= name.x,
        iconIsInTheLine: middle > name.y && middle < name.bottom,
        nameHasOneLine: name.height < 2 * icon.height,
        actionsAreOnScreen: actions.right <= width,
      };
    };
    // columns without room are left out after the change
    await expect.poll(places).toEqual({
      iconIsBeforeName: true,
      iconIsInTheLine: true,
      nameHasOneLine: true,
      actionsAreOnScreen: true,
    });
  }
});

test('the sidebar links to every folder and entry, and cuts names once', async () => {
  await page.setViewportSize(sizes.wide);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of [...folders, 'Accept Invitation', 'All Logs']) {
    const link = navigation.getByRole('link', { name });
    await link.scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport({ ratio: 1 });
    await expect(link).toHaveAttribute('href', /^\//);
  }
  const company = page.getByText(`${owner.companyName.slice(0, 25)}...`, { exact: true });
  const overflow = await company.evaluate((part) => {
    const { scrollWidth, clientWidth } = part as unknown as Record<'scrollWidth' | 'clientWidth', number>;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBeLessThanOrEqual(0);
});

test('every tile of the dashboard leads to the items that it counts', async () => {
  await page.goto('/');
  const tiles = {
    'Requests pending': '/requests?status=pending',
    'Folders delivered': '/workspace',
    'Live transfers': '/transfers?status=live',
  };
  for (const [name, address] of Object.entries(tiles))
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
});

test('a denied link shows a card of a readable width', async () => {
  await page.goto('/dashboard?id=unknown&expiry=2030-01-01T00:00:00Z');
  expect((await boxOf(page.getByRole('alert'))).width).toBeLessThan(800);
});

test('the whole page is covered while a folder is deleted', async () => {
  await page.goto('/workspace');
  await page.getByRole('button', { name: `Actions for ${folders[6]}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/file-sharing/folders/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Deleting Folder' }).locator('..');
  await expect(notice).toBeVisible();
  const { width, height } = await boxOf(notice);
  expect([width, height]).toEqual([sizes.wide.width, sizes.wide.height]);
  // fails where something else would take the click
  for (const position of [
    { x: 10, y: 10 },
    { x: 100, y: 300 },
    { x: width - 10, y: height - 10 },
  ])
    await notice.click({ trial: true, position });
  answer();
  await expect(notice).toBeHidden();
});

test('on phones and tablets, the submit button of the registration is in view and is its last control', async ({
  browser,
}) => {
  const applicant = await register(topology, 'sender', account('applicant'));
  const person = await sessionOf(browser, topology, applicant);
  failures.push(person.failures);
  await person.page.goto('/kyc-approval?tab=commercial');
  for (const size of [sizes.phone, { width: 820, height: 700 }]) {
    await person.page.setViewportSize(size);
    const button = person.page.getByRole('button', { name: 'Save Changes' }).last();
    await expect(button).toBeInViewport({ ratio: 1 });
    // nothing covers it
    await button.click({ trial: true });
  }
  const lastField = person.page.getByRole('main').locator('input, button, textarea').last();
  await expect(lastField).toHaveText('Save Changes');
});

test('a dialog on a phone hides no part of itself and ends at the end of the screen', async () => {
  await page.setViewportSize(sizes.phone);
  await page.goto(workspace);
  const open: Record<string, string> = { Details: `Details of ${folders[0]}`, Deliver: `Deliver Data: ${folders[0]}` };
  for (const [button, name] of Object.entries(open)) {
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`${button}$`) })
      .click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    expect([name, await page.evaluate<string[]>(readDialog)]).toEqual([name, []]);
    if (button === 'Deliver') await expect(dialog.getByText(partner)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('on a phone, the first dialog of the workspace is complete too', async () => {
  await page.setViewportSize(sizes.phone);
  const expectComplete = async (name: string) => {
    const sheet = async () => {
      const { y = 0, height = 0 } = (await page.getByRole('dialog', { name }).boundingBox()) ?? {};
      return Math.round(y + height);
    };
    await expect.poll(sheet, { message: `${name} ends where the screen does` }).toBe(sizes.phone.height);
    expect([name, await page.evaluate<string[]>(readDialog)]).toEqual([name, []]);
  };
  // each is the first one after the page was loaded
  await page.goto(workspace);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expectComplete('Search');
  await page.goto(workspace);
  const file = { name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from('port,price\nRotterdam,410.25\n') };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expectComplete('File Information');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('on a phone, every part of the settings is on one list, and the button that ends a dialog is on the screen', async () => {
  await page.setViewportSize(sizes.phone);
  await page.goto('/profile#webhooks');
  for (const [button, submit] of [
    ['Create key', 'Create key'],
    ['Add a webhook', 'Add'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    await expect(dialog.getByRole('button', { name: submit, exact: true })).toBeInViewport({ ratio: 1 });
    // what gets the focus by keyboard is not under it
    for (let n = 0; n < 7; n += 1) await page.keyboard.press('Tab');
    const focused = await boxOf(page.locator(':focus'));
    expect(focused.bottom).toBeLessThanOrEqual(
      (await boxOf(dialog.getByRole('button', { name: submit, exact: true }))).y,
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  const parts = page.getByLabel('Part of the settings');
  await expect(parts.locator('option')).toHaveCount(9);
  await parts.selectOption({ label: 'Data' });
  await expect(page.getByText('Your data', { exact: true })).toBeVisible();
  await page.goto(workspace);
});

test('the uploads cover neither filters nor the end of the page', async () => {
  const uploads = page.getByRole('region', { name: 'Uploads' });
  const refused = { name: 'notes.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') };
  await page.locator('input[type=file]').setInputFiles([refused, { ...refused, name: 'more.exe' }]);
  await expect(uploads).toBeVisible();
  const last = page.getByRole('contentinfo');
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return (await boxOf(last)).bottom - (await boxOf(uploads)).y;
    })
    .toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => areApart(await boxOf(uploads), await boxOf(page.getByRole('main')))).toBe(true);
  await uploads.getByRole('button', { name: 'Close the uploads' }).click();
});

test('without a network the screens stay, say so, and continue when it is back', async () => {
  await page.goto('/requests');
  await expect(page.getByText('No requests found')).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('status').filter({ hasText: "You're offline." })).toBeVisible();
  await expect(page.getByText('No requests found')).toBeVisible();
  await navigation.getByRole('link', { name: 'Invitations' }).click();
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible();
  await expect(navigation).toBeVisible();
  await expect(page.locator('.ant-notification-notice-success')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeVisible();
});
