import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, look, navigate, personAt } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { expectFewScripts, expectNoShift } from '../support/browser/few-scripts';
import { sha256, unzip } from '../support/fixtures';
import { deliveredSamples, tradingPair, type Pair } from '../support/main-path';

test.describe.configure({ mode: 'serial' });

let topology: Topology;
let pair: Pair;
let files: FileView[];
let sender: Page;
let receiver: Page;
const failures: string[] = [];

const ask = (fileIds: string[], words: { note?: string; intendedUse?: string } = {}) =>
  pair.receiver.send(routes.createRequest, {
    files: fileIds.map((id) => ({ id })),
    receiverEmail: pair.receiverAccount.email,
    ...words,
  });

test.beforeAll(async ({ browser, installation }) => {
  topology = installation;
  pair = await tradingPair(topology);
  files = await deliveredSamples(pair, { name: 'Trade 2025', licence: 'Not to be passed on.' });
  sender = await personAt(browser, topology, { account: pair.senderAccount, path: '/login', failures });
  receiver = await personAt(browser, topology, { account: pair.receiverAccount, path: '/receiver/login', failures });
});
test.afterAll(async () => {
  for (const page of [sender, receiver]) await page?.context().close();
});

test('a request arrives while the list is open, and is rejected with a reason', async () => {
  await navigate(sender, 'Request Management');
  await expect(sender.getByText('No requests found')).toBeVisible();
  await ask([files[0]?.id ?? ''], { note: 'For the May report', intendedUse: 'Price comparison' });
  await expect(sender.getByRole('cell', { name: pair.receiverAccount.email })).toBeVisible();
  await look(sender, 'requests');
  await sender.getByRole('button', { name: `Files for ${pair.receiverAccount.companyName}` }).click();
  await expect(sender.getByRole('dialog').getByText('For the May report')).toBeVisible();
  await look(sender, 'requests-files');
  await sender.keyboard.press('Escape');

  await navigate(receiver, 'My Requests');
  await expect(receiver.getByRole('table', { name: 'My requests' }).getByText('pending')).toBeVisible();
  await sender.getByRole('button', { name: /Reject the request/ }).click();
  await sender.getByLabel('Reason (Optional)').fill('Not this quarter');
  await look(sender, 'requests-reject');
  await sender.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(sender.getByText('The file request has been rejected.')).toBeVisible();
  await expect(sender.getByRole('cell', { name: 'rejected' })).toBeVisible();
  await expect(receiver.getByRole('cell', { name: 'rejected' })).toBeVisible();
  await receiver.getByRole('button', { name: /^Files for/ }).click();
  await expect(receiver.getByText('Not this quarter')).toBeVisible();
  await receiver.keyboard.press('Escape');
});

test('some of the files are accepted, downloaded over a broken connection, and revoked', async () => {
  const inbox = inboxAt(topology.inboxUrl);
  const [first, second] = files;
  await ask([first?.id ?? '', second?.id ?? '']);
  await sender.getByRole('button', { name: /Accept the request/ }).click();
  const accept = sender.getByRole('dialog', { name: 'Accept Request' });
  // for half a minute
  await expect(accept.getByRole('button', { name: /Click to resend \(\d+ s\)/ })).toBeDisabled();
  await expect(accept.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await accept.getByRole('button', { name: 'Verify' }).click();
  await expect(accept.getByText('Please enter a verification code.')).toBeVisible();
  await accept.getByLabel('Verification code').fill('12');
  await accept.getByLabel('Verification code').press('Enter');
  await expect(accept.getByText('Please enter the complete verification code.')).toBeVisible();
  const code = codeIn(await inbox.waitForMail({ to: pair.senderAccount.email, subject: /accept a file request/i }));
  await accept.getByLabel('Verification code').fill(code);
  await accept.getByRole('button', { name: 'Verify' }).click();
  await expect(accept.getByRole('button', { name: 'Verified' })).toBeVisible();
  await expect(accept.getByRole('region', { name: 'Licence terms of Trade 2025' })).toHaveText('Not to be passed on.');
  await accept.getByRole('checkbox', { name: second?.name }).uncheck();
  await accept.getByLabel('Downloads allowed (Optional)').fill('5');
  await inspect(sender, 'requests-accept');
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(sender.getByText('Request Accepted')).toBeVisible();

  const link = linkIn(await inbox.waitForMail({ to: pair.receiverAccount.email, subject: /ready/i }), '/dashboard');
  await receiver.goto(link.href);
  await expect(receiver.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
  await expect(receiver.getByText('Files (1)')).toBeVisible();
  await expectFewScripts(receiver);
  await expectNoShift(receiver);
  await look(receiver, 'download-ready');
  let broken = 0;
  await receiver.route(/\/archive\?/, (route) => (broken++ === 0 ? route.abort('connectionreset') : route.continue()));
  const [download] = await Promise.all([
    receiver.waitForEvent('download'),
    receiver.getByRole('button', { name: 'Download All Files' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^download_\d+\.zip$/);
  expect(broken).toBe(2);
  expect([...unzip(readFileSync(await download.path()))].map(([name, content]) => [name, sha256(content)])).toEqual([
    [first?.name, first?.sha256],
  ]);
  const [single] = await Promise.all([
    receiver.waitForEvent('download'),
    receiver.getByRole('button', { name: `Download ${first?.name}` }).click(),
  ]);
  expect(sha256(readFileSync(await single.path()))).toBe(first?.sha256);

  await navigate(sender, 'Transfers');
  await sender.getByText('2 (at most 5 each)').click();
  await expect(sender.getByText(`by ${pair.receiverAccount.email}`).first()).toBeVisible();
  await inspect(sender, 'transfers');
  await sender.getByRole('button', { name: /Actions for the transfer/ }).click();
  await sender.getByRole('menuitem', { name: 'Extend' }).click();
  await look(sender, 'transfers-extend');
  await sender.getByRole('dialog').getByRole('button', { name: 'Extend' }).click();
  await expect(sender.getByText('Transfer extended')).toBeVisible();
  await sender.getByRole('button', { name: /Actions for the transfer/ }).click();
  await sender.getByRole('menuitem', { name: 'Revoke' }).click();
  await sender.getByLabel('Reason (Optional)').fill('Sent by mistake');
  await sender.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(sender.getByRole('cell', { name: /revoked/ })).toBeVisible();
  await expect(receiver.getByText(/Sent by mistake/)).toBeVisible();
  await inspect(receiver, 'download-revoked');
  await navigate(sender, 'Request Management');
  await receiver.getByRole('button', { name: 'Ask again' }).click();
  await expect(receiver.getByText('The sender was asked for the files again.')).toBeVisible();
  await expect(sender.getByRole('cell', { name: 'pending' })).toHaveCount(1);
});

test('a failed rejection is undone, several requests are rejected at once, and a pending one is withdrawn', async () => {
  await sender.route(/reject-many/, (route) =>
    route.fulfill({ status: 409, json: { code: 'REQUEST_NOT_PENDING', message: 'Someone else answered it.' } }),
  );
  await sender.getByRole('button', { name: /Reject the request/ }).click();
  await sender.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(sender.getByText('Someone else answered it.')).toBeVisible();
  await expect(sender.getByRole('cell', { name: 'pending' })).toHaveCount(1);
  await sender.unroute(/reject-many/);

  await ask([files[1]?.id ?? '']);
  await expect(sender.getByRole('cell', { name: 'pending' })).toHaveCount(2);
  await receiver.goto('/my-requests');
  await expect(receiver.getByRole('link', { name: /^Open the files/ })).toBeVisible();
  await look(receiver, 'my-requests');
  await sender.getByRole('checkbox', { name: 'Select all' }).check();
  await sender.getByRole('button', { name: 'Reject 2 selected' }).click();
  await sender.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(sender.getByText('2 file requests have been rejected.')).toBeVisible();
  await expect(receiver.getByRole('cell', { name: 'rejected' })).toHaveCount(3);

  await ask([files[1]?.id ?? '']);
  await receiver.getByRole('button', { name: 'Refresh' }).click();
  await receiver.getByRole('button', { name: /^Withdraw/ }).click();
  await receiver.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(receiver.getByRole('cell', { name: 'pending' })).toHaveCount(0);
  await expect(sender.getByRole('cell', { name: 'pending' })).toHaveCount(0);
  await sender.goto('/requests?status=pending&page=9');
  await expect(sender.getByText('No matching requests')).toBeVisible();
  await expect(sender).toHaveURL(/\/requests\?status=pending$/);
  // it moves what is below it
  await expect(sender.getByText('Save your recovery key.')).toBeVisible();
  await sender.getByRole('button', { name: 'Remove filter Status: pending' }).click();
  await expect(sender.getByRole('cell', { name: 'accepted' })).toBeVisible();
  await look(sender, 'requests-answered');
});

test('the notifications and the log show what happened', async () => {
  await sender.getByRole('button', { name: /Notifications, \d+ unread/ }).click();
  await expect(sender.getByText(`${pair.receiverAccount.email} requested 1 file.`).first()).toBeVisible();
  await inspect(sender, 'bell');
  await sender.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(sender.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await sender.keyboard.press('Escape');

  await navigate(sender, 'All Logs');
  await expect(sender.getByText(/Logs are up to date/)).toBeVisible();
  await sender.getByLabel('Search logs').fill('downloaded');
  await expect(sender.getByText(/signed in/).first()).toBeHidden();
  await expect(sender.getByText(`${pair.receiverAccount.email} downloaded`).first()).toBeVisible();
  await look(sender, 'logs');
  const [file] = await Promise.all([
    sender.waitForEvent('download'),
    sender.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`logs_${new Date().toISOString().slice(0, 10)}.txt`);
  expect(readFileSync(await file.path(), 'utf8')).toContain(`${pair.receiverAccount.email} downloaded`);
  await sender.getByLabel('Search logs').fill('nothing like this');
  await expect(sender.getByText('No logs found')).toBeVisible();
  await sender.getByRole('button', { name: 'Clear search' }).click();
  await expect(sender.getByText('No logs found')).toBeHidden();

  await sender.getByRole('heading', { level: 1 }).click();
  await sender.keyboard.press('/');
  await expect(sender.getByLabel('Search logs')).toBeFocused();
  await sender.keyboard.type('?');
  await expect(sender.getByLabel('Search logs')).toHaveValue('?');
  await sender.getByRole('heading', { level: 1 }).click();
  await sender.keyboard.press('?');
  const keys = sender.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await inspect(sender, 'keys');
  await keys.getByRole('switch').click();
  await sender.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await sender.getByRole('heading', { level: 1 }).click();
  await sender.keyboard.press('/');
  await expect(sender.getByLabel('Search logs')).not.toBeFocused();
  await sender.getByRole('button', { name: 'Help', exact: true }).click();
  await sender.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await keys.getByRole('switch').click();
  await sender.keyboard.press('Escape');

  await sender.goto('/profile#notifications');
  await sender.getByRole('switch', { name: 'First downloads of my files' }).click();
  await sender.reload();
  await expect(sender.getByRole('switch', { name: 'First downloads of my files' })).not.toBeChecked();
  await Promise.all([sender.context().close(), receiver.context().close()]);
  expect(failures).toEqual([]);
});
