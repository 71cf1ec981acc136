import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { longestWaitMs } from '@tradepost/testing/wait-for';
import { registerSender } from '@tradepost/tools/client/people';
import { inspect, sessionOf } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { toast } from '../support/browser/senders';
import { account, sha256 } from '../support/fixtures';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const contents = {
  'map.png': Buffer.concat([png, randomBytes(20 * 1024 * 1024)]),
  'prices.csv': Buffer.from('port,price\nRotterdam,410.25\n'),
};
const other = 'other.csv';

test('after a reload, the files that were not uploaded are named, chosen again, and uploaded from where they stopped', async ({
  browser,
  installation,
}) => {
  const disk = mkdtempSync(join(tmpdir(), 'tradepost-unfinished-'));
  const at = (name: string) => join(disk, name);
  for (const [name, content] of Object.entries({ ...contents, [other]: contents['prices.csv'] }))
    writeFileSync(at(name), content);
  const sender = await registerSender(installation, account('sender'));
  const folder = await sender.send(routes.createFolder, { name: 'Freight' });
  const { page, failures } = await sessionOf(browser, installation, sender);
  const stored: string[] = [];
  let isReloaded = false;
  // only the first part arrives before the reload
  await page.route('**/file-sharing/uploads/*/parts/*', (route) =>
    isReloaded || route.request().url().endsWith('/parts/1') ? route.continue() : undefined,
  );
  page.on('response', (response) => {
    if (response.ok() && response.request().method() === 'PUT') stored.push(new URL(response.url()).pathname);
  });
  page.on('dialog', (warning) => void warning.accept());

  await page.goto(`/workspace?folder=${folder.id}`);
  await page.locator('input[type=file]').setInputFiles(Object.keys(contents).map(at));
  const information = page.getByRole('dialog', { name: 'File Information' });
  const confirm = async (rate: string) => {
    await information.getByRole('radio', { name: 'Standard encryption' }).check();
    await information.getByLabel('Rate Per Record').fill(rate);
    await information.getByRole('button', { name: 'Proceed' }).click();
  };
  await confirm('2.5');
  await expect.poll(() => stored.length).toBe(1);
  isReloaded = true;
  await page.reload();

  const notice = page.getByRole('status').filter({ hasText: '2 files were not uploaded.' });
  await expect(notice).toContainText('map.png and prices.csv');
  await inspect(page, 'workspace-unfinished-uploads');
  await page.goto('/requests');
  const choosing = page.waitForEvent('filechooser');
  await notice.getByRole('button', { name: 'Choose the files again' }).click();
  await (await choosing).setFiles([...Object.keys(contents), other].map(at));
  await expect(toast(page).filter({ hasText: `These were not part of the upload: ${other}.` })).toBeVisible();
  await expect(notice).toHaveCount(0);
  // what was confirmed is not asked for again
  await expect(information).toContainText('prices.csv');
  await confirm('3');
  await expect
    .poll(async () => (await sender.send(routes.files, { folderId: folder.id, page: 1, pageSize: 10 })).total, {
      timeout: longestWaitMs,
    })
    .toBe(2);
  const { items } = await sender.send(routes.files, { folderId: folder.id, page: 1, pageSize: 10, sort: 'name' });
  expect(items.map(({ name, price }) => [name, Number(price)])).toEqual([
    ['map.png', 2.5],
    ['prices.csv', 3],
  ]);
  expect(items[0]?.sha256).toBe(sha256(contents['map.png']));
  expect(stored.length).toBeGreaterThan(1);
  expect(new Set(stored).size).toBe(stored.length);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Request Management' })).toBeVisible();
  await expect(page.getByText(/not uploaded/)).toHaveCount(0);
  rmSync(disk, { recursive: true });
  expect(failures).toEqual([]);
});
