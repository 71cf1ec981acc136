import { expect } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import type { MemberRole } from '@tradepost/contracts/roles';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { inspect, navigate, personAt, sessionOf } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { toast } from '../support/browser/senders';
import { account } from '../support/fixtures';
import { deliveredSamples, tradingPair } from '../support/main-path';
import { newMember } from '../support/members';

test('a manager accepts and an uploader uploads for the company, each with the screens of their role', async ({
  browser,
  installation,
}) => {
  const pair = await tradingPair(installation);
  const { sender, receiver, senderAccount, receiverAccount } = pair;
  const [file] = await deliveredSamples(pair, { name: 'Freight', licence: '' });
  const memberWith = async (role: MemberRole) => {
    const person = account(role);
    const { client } = await newMember(installation, sender, person, role);
    return { person, ...(await sessionOf(browser, installation, client)) };
  };
  const [manager, uploader] = [await memberWith('manager'), await memberWith('uploader')];

  const files = [{ id: file?.id ?? '' }];
  await receiver.send(routes.createRequest, { files, receiverEmail: receiverAccount.email });
  const { page } = manager;
  await page.goto('/requests');
  await expect(page.getByRole('button', { name: /^Accept the request from/ })).toBeVisible();
  await inspect(page, 'manager-requests');
  await page.getByRole('button', { name: /^Accept the request from/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept Request' });
  const mail = await inboxAt(installation.inboxUrl).waitForMail({
    to: manager.person.email,
    subject: /accept a file request/i,
  });
  await dialog.getByLabel('Verification code').fill(codeIn(mail));
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page)).toContainText('Request Accepted');
  await page.goto('/profile#members');
  await expect(page.getByRole('button', { name: 'Remove Pat uploader' })).toBeVisible();
  await inspect(page, 'manager-members');

  const { page: theirs } = uploader;
  await theirs.goto('/');
  const folder = theirs.getByRole('link', { name: /Freight/ }).first();
  await expect(folder).toBeVisible();
  for (const name of ['Send files', 'Share with you', 'My Requests'])
    await expect(theirs.getByRole('link', { name, exact: true })).toHaveCount(0);
  // an uploader answers no requests
  await expect(theirs.getByText('Waiting for you', { exact: true })).toHaveCount(0);
  await inspect(theirs, 'uploader-dashboard');
  await folder.click();
  await expect(theirs.getByLabel('Choose files')).toBeAttached();
  await expect(theirs.getByRole('button', { name: 'Deliver', exact: true })).toHaveCount(0);
  const buffer = Buffer.from('port\nHamburg\n');
  await theirs.getByLabel('Choose files').setInputFiles({ name: 'ports.csv', mimeType: 'text/csv', buffer });
  const information = theirs.getByRole('dialog', { name: 'File Information' });
  await expect(information.getByText('Standard encryption')).toBeVisible();
  await inspect(theirs, 'uploader-terms');
  await information.getByRole('button', { name: 'Proceed' }).click();
  await expect(theirs.getByRole('button', { name: 'ports.csv', exact: true })).toBeVisible();
  await inspect(theirs, 'uploader-workspace');

  const failures: string[] = [];
  const owner = await personAt(browser, installation, { account: senderAccount, path: '/login', failures });
  await owner.goto('/profile#members');
  await owner.getByRole('button', { name: 'Change the roles of Pat uploader' }).click();
  const roles = owner.getByRole('dialog', { name: /^Roles of/ });
  await roles.getByRole('checkbox', { name: /^Auditor/ }).check();
  await inspect(owner, 'member-roles');
  await roles.getByRole('button', { name: 'Save' }).click();
  await expect(toast(owner)).toContainText('The roles were changed');
  await expect(theirs.getByLabel('Choose files'), 'without a reload').toHaveCount(0);
  await navigate(owner, 'All Logs');
  await expect(
    owner.getByText(`${senderAccount.email} changed the roles of ${uploader.person.email} from uploader to auditor`),
  ).toBeVisible();
  await expect(owner.getByText(`${uploader.person.email} uploaded ports.csv to Freight`)).toBeVisible();
  expect([...failures, ...manager.failures, ...uploader.failures]).toEqual([]);
});
