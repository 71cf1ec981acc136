import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import { ApiClient } from '@tradepost/client/api/api-client';
import { signIn as signInByProgram } from '@tradepost/client/keys/sign-in';
import { kycSubmission } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, look, newPerson, signUp, navigate } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account, sha256, unzip } from '../support/fixtures';
import { sampleFiles } from '../support/sample-files';

// its people sign up and in at the real cost, on the web app as released
test.use({ costs: 'real' });

let topology: Topology;
test.beforeAll(({ installation }) => void (topology = installation));

test('a sender and a receiver exchange files', async ({ browser }) => {
  const inbox = inboxAt(topology.inboxUrl);
  const [senderAccount, receiverAccount] = [account('sender'), account('receiver')];
  const [csv, pdf] = sampleFiles();
  const folder = 'Trade 2025';
  const files = [csv, pdf].map((file) => {
    const path = join(tmpdir(), `tradepost-${file?.name}`);
    writeFileSync(path, file?.content ?? '');
    return { path, name: `tradepost-${file?.name}`, content: file?.content ?? Buffer.alloc(0) };
  });

  const sender = await newPerson(browser, topology);
  await signUp(sender.page, topology, '/signup', senderAccount, 'sender');
  await expect(sender.page.getByRole('heading', { name: 'Business Registration' })).toBeVisible();
  await look(sender.page, 'sender-kyc');
  // a session of its own: the browser's token is worth nothing outside the browser
  const api = new ApiClient(topology.origin);
  const { user } = await signInByProgram(api, senderAccount);
  await api.sendForm(
    routes.updateKyc,
    {},
    { userId: user.id, kycData: JSON.stringify(kycSubmission(senderAccount)) },
    {},
  );
  await sender.page.reload();
  await expect(sender.page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await look(sender.page, 'sender-home');

  await sender.page.getByRole('button', { name: 'Add a folder' }).click();
  await sender.page.getByLabel('Folder name').fill(folder);
  await sender.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sender.page.getByRole('heading', { name: folder })).toBeVisible();
  await sender.page.locator('input[type=file]').setInputFiles(files.map(({ path }) => path));
  for (const { name } of files) {
    const dialog = sender.page.getByRole('dialog', { name: 'File Information' });
    await expect(dialog.getByText(name)).toBeVisible();
    if (name.endsWith('csv')) {
      await dialog.getByLabel('Rate Per Record').fill('0.10');
      await dialog.getByLabel('Number of Records').fill('3');
      await dialog.getByLabel('Number of Records').press('Tab');
      await expect(dialog.getByLabel('Total Value')).toHaveValue('0.30');
      await look(sender.page, 'sender-file-information');
    }
    await dialog.getByRole('button', { name: 'Proceed' }).click();
    await expect(sender.page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await look(sender.page, 'sender-workspace');

  await navigate(sender.page, 'Invitations');
  await sender.page.getByLabel('Invited Partners').fill(receiverAccount.email);
  await sender.page.keyboard.press('Enter');
  await look(sender.page, 'sender-invitations');
  await sender.page.getByRole('button', { name: 'Send Invitations' }).click();
  const invitation = await inbox.waitForMail({ to: receiverAccount.email, subject: senderAccount.email });

  const receiver = await newPerson(browser, topology);
  await signUp(receiver.page, topology, linkIn(invitation, '/receiver/signup').href, receiverAccount, 'receiver');
  await navigate(receiver.page, 'Accept Invitation');
  await look(receiver.page, 'receiver-invitation');
  await receiver.page.getByRole('button', { name: /Accept the invitation/ }).click();
  await expect(receiver.page.getByText('Invitation accepted')).toBeVisible();
  await receiver.page.getByRole('button', { name: /^Add note on/ }).click();
  const note = receiver.page.getByRole('dialog', { name: /^Note on/ });
  await note.getByRole('textbox', { name: 'Note' }).fill('Sends prices on Mondays');
  await inspect(receiver.page, 'receiver-note');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toBeHidden();
  await expect(receiver.page.getByText('Sends prices on Mondays')).toBeVisible();

  await sender.page
    .getByRole('link', { name: new RegExp(`^${folder}`) })
    .first()
    .click();
  await sender.page
    .getByRole('main')
    .getByRole('button', { name: /Deliver$/ })
    .click();
  const deliver = sender.page.getByRole('dialog', { name: `Deliver Data: ${folder}` });
  await deliver.getByText(receiverAccount.email).click();
  await look(sender.page, 'sender-deliver');
  await deliver.getByRole('button', { name: 'Deliver (1)' }).click();
  await inbox.waitForMail({ to: receiverAccount.email, subject: folder });

  await navigate(receiver.page, 'Share with you');
  await receiver.page.getByRole('button', { name: /Click to view files/ }).click();
  for (const { name } of files) await receiver.page.getByLabel(`Select ${name}`).check();
  await expect(receiver.page.getByText('2 files selected')).toBeVisible();
  await look(receiver.page, 'receiver-files');
  await receiver.page.getByRole('button', { name: 'Send Request' }).click();
  await receiver.page
    .getByRole('dialog', { name: 'Send Request' })
    .getByRole('button', { name: 'Send Request' })
    .click();
  await inbox.waitForMail({ to: senderAccount.email, subject: receiverAccount.email });

  await navigate(sender.page, 'Request Management');
  await look(sender.page, 'sender-requests');
  await sender.page.getByRole('button', { name: /Accept the request/ }).click();
  const accept = sender.page.getByRole('dialog', { name: 'Accept Request' });
  const code = codeIn(await inbox.waitForMail({ to: senderAccount.email, subject: /accept a file request/i }));
  await accept.getByLabel('Verification code').fill(code);
  await accept.getByRole('button', { name: 'Verify' }).click();
  await expect(accept.getByRole('button', { name: 'Verified' })).toBeVisible();
  await accept.getByLabel(/Available until/).click();
  await sender.page.keyboard.press('Escape');
  await look(sender.page, 'sender-accept');
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(sender.page.getByText('Request Accepted')).toBeVisible();

  const link = linkIn(await inbox.waitForMail({ to: receiverAccount.email, subject: /ready/i }), '/dashboard');
  await receiver.page.goto(link.href);
  await expect(receiver.page.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
  await expect(receiver.page.getByRole('timer')).toContainText('hours');
  await look(receiver.page, 'receiver-download');
  const [download] = await Promise.all([
    receiver.page.waitForEvent('download'),
    receiver.page.getByRole('button', { name: 'Download All Files' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^download_\d+\.zip$/);
  await expect(receiver.page.getByText('Your files were downloaded')).toBeVisible();
  const unpacked = unzip(readFileSync(await download.path()));
  expect(new Map([...unpacked].map(([name, content]) => [name, sha256(content)]))).toEqual(
    new Map(files.map(({ name, content }) => [name, sha256(content)])),
  );

  for (const { page } of [sender, receiver]) {
    await page.goto('/logs');
    await expect(page.getByText(`${receiverAccount.email} downloaded`).first()).toBeVisible();
  }
  await look(sender.page, 'sender-logs');
  expect([...sender.failures, ...receiver.failures]).toEqual([]);
});

test('a link opens only for the sender and the receiver, also when they have to sign in first', async ({ browser }) => {
  const { page } = await newPerson(browser, topology);
  await page.goto('/dashboard?id=someone-foreign&expiry=2030-01-01T00:00:00Z');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await look(page, 'login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  const stranger = account('stranger');
  await signUp(page, topology, '/receiver/signup', stranger, 'stranger');
  await page.goto('/dashboard?id=someone-foreign&expiry=2030-01-01T00:00:00Z');
  await expect(page.getByText('Invalid or missing Id.')).toBeVisible();
  await look(page, 'denied');
  await page.goto('/dashboard?id=someone-foreign&expiry=never');
  await expect(page.getByText('Invalid or missing expiration date')).toBeVisible();
});
