import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import { register, registerSender } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { kitDialog, newPerson, storedKeys } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { expectFocusAfter, expectFocusIn, pressOn, tabTo, typeInto } from '../support/browser/by-keyboard';
import { account, unzip } from '../support/fixtures';

test.describe.configure({ mode: 'serial' });

/** Both main paths with keys alone: nothing is clicked, and a field is filled only after Tab came to it. */
const [senderAccount, receiverAccount] = [account('sender'), account('receiver')];
const csv = Buffer.from('port,price\nRotterdam,410.25\nMumbai,398.10\n');

let topology: Topology;
let sender: Page;
let receiver: Page;
const failures: string[][] = [];

test.beforeAll(async ({ browser, installation }) => {
  topology = installation;
  const client = await registerSender(topology, senderAccount);
  await client.send(routes.invite, { emails: [receiverAccount.email] });
  await register(topology, 'receiver', receiverAccount);
  for (const take of [(page: Page) => (sender = page), (page: Page) => (receiver = page)]) {
    const person = await newPerson(browser, topology, { kit: 'stays' });
    take(person.page);
    failures.push(person.failures);
  }
});
test.afterAll(async () => {
  for (const page of [sender, receiver]) await page?.context().close();
  expect(failures.flat()).toEqual([]);
});

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const follow = (page: Page, name: string) =>
  pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }));

async function signIn(page: Page, path: string, { email, password }: typeof senderAccount) {
  await page.goto(path);
  await typeInto(page, page.getByLabel('Email'), email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await pressOn(page, page.getByRole('button', { name: 'Sign in', exact: true }));
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await expect.poll(() => storedKeys(page)).toHaveLength(1);
}

test('the sender signs in, adds a folder and a file with terms, and delivers them', async () => {
  await signIn(sender, '/login', senderAccount);
  await pressOn(sender, sender.getByRole('button', { name: 'Add a folder' }));
  const naming = dialog(sender, 'New folder');
  await expect(naming.getByLabel('Folder name')).toBeFocused();
  await sender.keyboard.press('Escape');
  await expectFocusAfter(sender, naming);
  await expect(sender.getByRole('button', { name: 'Add a folder' })).toBeFocused();
  await sender.keyboard.press('Space');
  await expect(naming.getByLabel('Folder name')).toBeFocused();
  await sender.keyboard.type('Freight');
  await sender.keyboard.press('Enter');
  await expect(sender.getByRole('heading', { level: 1, name: 'Freight' })).toBeVisible();
  await expectFocusAfter(sender, naming);

  // asked for early: a key that follows at once may come before the browser reports choosers
  const choosing = sender.waitForEvent('filechooser');
  await pressOn(sender, sender.getByRole('button', { name: 'Upload your files' }));
  const chooser = await choosing;
  await chooser.setFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: csv });
  const terms = dialog(sender, 'File Information');
  await expect(terms.getByLabel('Number of Records')).toHaveValue('2');
  await expectFocusIn(terms);
  await typeInto(sender, terms.getByLabel('Rate Per Record'), '0.10');
  await typeInto(sender, terms.getByLabel('Currency'), 'USD');
  await sender.keyboard.press('Enter');
  await tabTo(sender, terms.getByLabel('Category'), 'Shift+Tab');
  await tabTo(sender, terms.getByRole('radio', { name: 'No preview' }));
  await sender.keyboard.press('ArrowRight');
  await expect(terms.getByRole('radio', { name: 'First rows' })).toBeChecked();
  await expect(terms.getByLabel('Total Value')).toHaveValue('0.20');
  await pressOn(sender, terms.getByRole('button', { name: 'Proceed' }));
  await pressOn(sender, kitDialog(sender).getByRole('button', { name: 'Later' }), 'Space');
  await expectFocusAfter(sender, kitDialog(sender));
  await expect(sender.getByRole('row', { name: /prices\.csv/ })).toContainText('0.20');

  await pressOn(sender, sender.getByRole('main').getByRole('button', { name: /Deliver$/ }));
  const deliver = dialog(sender, 'Deliver Data: Freight');
  await expectFocusIn(deliver);
  await pressOn(sender, deliver.getByRole('checkbox', { name: receiverAccount.email }), 'Space');
  await pressOn(sender, deliver.getByRole('button', { name: 'Deliver (1)' }));
  await expectFocusAfter(sender, deliver);
  await expect(sender.getByText(`Delivered to ${receiverAccount.email}`, { exact: true })).toBeVisible();
});

test('the receiver accepts the invitation and sends a request', async () => {
  await signIn(receiver, '/receiver/login', receiverAccount);
  await follow(receiver, 'Accept Invitation');
  await pressOn(receiver, receiver.getByRole('button', { name: /Accept the invitation/ }));
  await expect(receiver.getByText('Invitation accepted')).toBeVisible();
  await follow(receiver, 'Share with you');
  await pressOn(receiver, receiver.getByRole('button', { name: /Click to view files/ }));
  await pressOn(receiver, receiver.getByRole('checkbox', { name: 'Select prices.csv' }), 'Space');
  await expect(receiver.getByText('1 files selected')).toBeVisible();
  await pressOn(receiver, receiver.getByRole('button', { name: 'Send Request' }));
  const request = dialog(receiver, 'Send Request');
  await expectFocusIn(request);
  await pressOn(receiver, request.getByRole('button', { name: 'Send Request' }));
  await expectFocusAfter(receiver, request);
});

test('the sender accepts the request with the mailed code', async () => {
  await follow(sender, 'Request Management');
  await pressOn(sender, sender.getByRole('button', { name: /Accept the request/ }));
  const accept = dialog(sender, 'Accept Request');
  await expectFocusIn(accept);
  const mail = { to: senderAccount.email, subject: /accept a file request/i };
  await typeInto(
    sender,
    accept.getByLabel('Verification code'),
    codeIn(await inboxAt(topology.inboxUrl).waitForMail(mail)),
  );
  await sender.keyboard.press('Enter');
  await expect(accept.getByRole('button', { name: 'Verified' })).toBeVisible();
  await expectFocusIn(accept);
  await pressOn(sender, accept.getByRole('button', { name: '30 days' }), 'Space');
  await pressOn(sender, accept.getByRole('button', { name: 'Confirm' }));
  await expect(sender.getByText('Request Accepted')).toBeVisible();
  await expectFocusAfter(sender, accept);
});

test('the receiver opens the download link and downloads the file', async () => {
  const mail = await inboxAt(topology.inboxUrl).waitForMail({ to: receiverAccount.email, subject: /ready/i });
  await receiver.goto(linkIn(mail, '/dashboard').href);
  await expect(receiver.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
  await tabTo(receiver, receiver.getByRole('button', { name: 'Download All Files' }));
  const [download] = await Promise.all([receiver.waitForEvent('download'), receiver.keyboard.press('Enter')]);
  await expect(receiver.getByText('Your files were downloaded')).toBeVisible();
  expect([...unzip(readFileSync(await download.path()))]).toEqual([['prices.csv', csv]]);
});
