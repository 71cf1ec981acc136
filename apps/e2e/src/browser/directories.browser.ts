import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import { inspect, look, navigate, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { unzip } from '../support/fixtures';
import { tradingPair } from '../support/main-path';

const paths = ['export/2026/orders/jan.csv', 'export/2026/prices.csv', 'export/readme.csv'];
const contentOf = (path: string) => `path,n\n${path},1\n`;

/** Drops a file or directory of the disk, as a person does from a file manager. */
async function drop(page: Page, target: string, path: string) {
  const box = await page.getByRole('button', { name: target }).boundingBox();
  const session = await page.context().newCDPSession(page);
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
}

test('a dropped directory keeps its tree, from the sender to the archive of the receiver', async ({
  browser,
  installation,
}) => {
  const disk = mkdtempSync(join(tmpdir(), 'tradepost-directories-'));
  for (const path of [...paths, 'export/.DS_Store']) {
    mkdirSync(dirname(join(disk, path)), { recursive: true });
    writeFileSync(join(disk, path), contentOf(path));
  }
  const inbox = inboxAt(installation.inboxUrl);
  const { sender: api, senderAccount, receiverAccount } = await tradingPair(installation);
  const { id } = await api.send(routes.createFolder, { name: `Tree ${'of a partner '.repeat(12).trim()}` });
  const sender = await newPerson(browser, installation);
  const { page } = sender;
  await signIn(page, senderAccount);
  await page.getByRole('link', { name: /^Tree/ }).first().click();
  // it is dropped on a place, which moves while the folder is loaded
  await expect(page.getByText('No files found')).toBeVisible();
  await drop(page, 'Upload your files', join(disk, 'export'));
  const question = page.getByRole('dialog', { name: 'File Information' });
  await question.getByRole('checkbox').first().check();
  await question.getByRole('button', { name: 'Proceed' }).click();

  const directories = page.getByRole('group', { name: 'Directories' });
  await directories.getByRole('button', { name: 'export' }).click();
  await expect(page.getByRole('button', { name: 'readme.csv', exact: true })).toBeVisible();
  await expect(page.getByText('Showing 1-1 of 1 files')).toBeVisible();
  await page.getByRole('button', { name: 'Select the whole directory' }).click();
  await expect(page.getByText('3 files selected')).toBeVisible();
  await inspect(page, 'directories-sender');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await directories.getByRole('button', { name: '2026' }).click();
  await directories.getByRole('button', { name: 'orders' }).click();
  await expect(page.getByRole('button', { name: 'jan.csv', exact: true })).toBeVisible();
  await page.goBack();
  await expect(directories.getByRole('button', { name: 'orders' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'jan.csv', exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Directory' }).getByRole('button', { name: 'export' }).click();
  await expect(page.getByRole('button', { name: 'readme.csv', exact: true })).toBeVisible();
  await page.getByLabel('Search files or people').fill('csv');
  await expect(page.getByRole('button', { name: paths[0] as string, exact: true })).toBeVisible();
  expect((await api.send(routes.files, { folderId: id })).items.map(({ name, mode }) => [name, mode]).sort()).toEqual(
    paths.map((path) => [path, 'e2e']),
  );

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a directory' }).click(),
  ]);
  await chooser.setFiles(join(disk, 'export', '2026', 'orders'));
  await question.getByRole('button', { name: 'Proceed' }).click();
  // into the open directory
  await expect(page.getByRole('button', { name: 'export/orders/jan.csv', exact: true })).toBeVisible();

  await api.send(routes.deliver, { id, email: [receiverAccount.email] });
  const receiver = await newPerson(browser, installation);
  await signIn(receiver.page, receiverAccount, '/receiver/login');
  await navigate(receiver.page, 'Share with you');
  await receiver.page.getByRole('button', { name: /Click to view files/ }).click();
  const delivered = receiver.page.getByRole('group', { name: 'Directories' });
  for (const name of ['export', '2026']) await delivered.getByRole('button', { name }).click();
  await receiver.page.getByLabel('Select export/2026/prices.csv').check();
  await inspect(receiver.page, 'directories-receiver');
  await delivered.getByRole('button', { name: 'orders' }).click();
  await receiver.page.getByLabel(`Select ${paths[0]}`).check();
  await receiver.page.getByRole('button', { name: 'Send Request' }).click();
  const asking = receiver.page.getByRole('dialog', { name: 'Send Request' });
  await asking.getByRole('button', { name: 'Send Request' }).click();
  await inbox.waitForMail({ to: senderAccount.email, subject: receiverAccount.email });

  await navigate(page, 'Request Management');
  await page.getByRole('button', { name: /Accept the request/ }).click();
  const accept = page.getByRole('dialog', { name: 'Accept Request' });
  const code = codeIn(await inbox.waitForMail({ to: senderAccount.email, subject: /accept a file request/i }));
  await accept.getByLabel('Verification code').fill(code);
  await accept.getByRole('button', { name: 'Verify' }).click();
  await expect(accept.getByRole('button', { name: 'Verified' })).toBeVisible();
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Request Accepted')).toBeVisible();

  const link = linkIn(await inbox.waitForMail({ to: receiverAccount.email, subject: /ready/i }), '/dashboard');
  await receiver.page.goto(link.href);
  await expect(receiver.page.getByText(paths[0] as string)).toBeVisible();
  await look(receiver.page, 'directories-download');
  const [download] = await Promise.all([
    receiver.page.waitForEvent('download'),
    receiver.page.getByRole('button', { name: 'Download All Files' }).click(),
  ]);
  const unpacked = unzip(readFileSync(await download.path()));
  const wanted = paths.slice(0, 2).map((path) => [path, contentOf(path)]);
  expect([...unpacked].map(([name, content]) => [name, content.toString()]).sort()).toEqual(wanted);
  expect([...sender.failures, ...receiver.failures]).toEqual([]);
  rmSync(disk, { recursive: true });
});
