import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { ApiClient } from '@tradepost/client/api/api-client';
import type { MemberRole } from '@tradepost/contracts/roles';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { inspect, navigate, sessionOf } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { toast } from '../support/browser/senders';
import { account } from '../support/fixtures';
import { tradingPair } from '../support/main-path';
import { newMember } from '../support/members';

const csv = 'port,price\nRotterdam,410\n';

test('a company of four sends a file to a company of three, and each person does one step', async ({
  browser,
  installation,
}) => {
  const { sender, receiver, senderAccount, receiverAccount } = await tradingPair(installation);
  const pages: { page: Page; failures: string[] }[] = [];
  const memberOf = async (company: ApiClient, role: MemberRole) => {
    const person = account(role);
    const { client } = await newMember(installation, company, person, role);
    const opened = await sessionOf(browser, installation, client);
    pages.push(opened);
    return { person, page: opened.page };
  };
  const uploader = await memberOf(sender, 'uploader');
  const manager = await memberOf(sender, 'manager');
  const approver = await memberOf(sender, 'approver');
  const downloader = await memberOf(receiver, 'downloader');
  const auditor = await memberOf(receiver, 'auditor');
  const owner = await sessionOf(browser, installation, sender);
  pages.push(owner);

  await owner.page.goto('/profile#members');
  for (const { person } of [uploader, manager, approver])
    await expect(owner.page.getByRole('row', { name: person.email })).toBeVisible();
  await owner.page.getByRole('radio', { name: 'One person' }).check();
  await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(owner.page)).toContainText('requests that arrive from now on');
  await inspect(owner.page, 'four-members');

  await sender.send(routes.createFolder, { name: 'Freight' });
  await uploader.page.goto('/');
  await uploader.page
    .getByRole('link', { name: /Freight/ })
    .first()
    .click();
  const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await uploader.page.getByLabel('Choose files').setInputFiles(file);
  await uploader.page
    .getByRole('dialog', { name: 'File Information' })
    .getByRole('button', { name: 'Proceed' })
    .click();
  await expect(uploader.page.getByRole('button', { name: 'prices.csv', exact: true })).toBeVisible();
  await inspect(uploader.page, 'four-uploaded');

  await manager.page.goto('/');
  await manager.page
    .getByRole('link', { name: /Freight/ })
    .first()
    .click();
  await manager.page.getByRole('button', { name: 'Deliver', exact: true }).click();
  const delivering = manager.page.getByRole('dialog', { name: /^Deliver/ });
  await delivering.getByRole('checkbox', { name: new RegExp(receiverAccount.email) }).check();
  await inspect(manager.page, 'four-deliver');
  await delivering.getByRole('button', { name: 'Deliver' }).click();
  await expect(delivering).toBeHidden();

  await downloader.page.goto('/share-folders');
  await downloader.page.getByRole('button', { name: /Click to view files/ }).click();
  await downloader.page.getByLabel('Select prices.csv').check();
  await downloader.page.getByRole('button', { name: 'Send Request' }).click();
  const asking = downloader.page.getByRole('dialog', { name: 'Send Request' });
  await asking.getByRole('button', { name: 'Send Request' }).click();
  await expect(asking).toBeHidden();
  await inspect(downloader.page, 'three-requested');

  await manager.page.goto('/requests');
  await expect(manager.page.getByText('0 of 1 approval').first()).toBeVisible();
  await expect(manager.page.getByRole('button', { name: /^Accept the request from/ })).toHaveCount(0);
  await approver.page.goto('/requests');
  await approver.page
    .getByRole('link', { name: new RegExp(receiverAccount.companyName) })
    .first()
    .click();
  await approver.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(approver.page.getByRole('button', { name: 'Withdraw approval' })).toBeVisible();
  await inspect(approver.page, 'four-approved');

  await manager.page.getByRole('button', { name: /^Accept the request from/ }).click();
  const accepting = manager.page.getByRole('dialog', { name: 'Accept Request' });
  const mail = { to: manager.person.email, subject: /accept a file request/i };
  await accepting.getByLabel('Verification code').fill(codeIn(await inboxAt(installation.inboxUrl).waitForMail(mail)));
  await accepting.getByRole('button', { name: 'Verify', exact: true }).click();
  await inspect(manager.page, 'four-accept');
  await accepting.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(manager.page)).toContainText('Request Accepted');

  await navigate(downloader.page, 'My Transfers');
  await downloader.page
    .getByRole('link', { name: new RegExp(senderAccount.companyName) })
    .first()
    .click();
  await downloader.page.getByRole('link', { name: 'Open files' }).click();
  const [saved] = await Promise.all([
    downloader.page.waitForEvent('download'),
    downloader.page.getByRole('button', { name: 'Download prices.csv' }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toBe(csv);
  await inspect(downloader.page, 'three-downloaded');

  await auditor.page.goto('/logs');
  await expect(auditor.page.getByText(new RegExp(`${downloader.person.email}.* requested`)).first()).toBeVisible();
  await inspect(auditor.page, 'three-log');
  await navigate(auditor.page, 'My Transfers');
  await auditor.page
    .getByRole('link', { name: new RegExp(senderAccount.companyName) })
    .first()
    .click();
  await expect(auditor.page.getByText('prices.csv').first()).toBeVisible();
  await expect(auditor.page.getByRole('link', { name: /^Open/ })).toHaveCount(0);
  await inspect(auditor.page, 'three-audited');
  await navigate(owner.page, 'All Logs');
  for (const text of [
    `${uploader.person.email} uploaded prices.csv to Freight`,
    `${approver.person.email} approved`,
    `${manager.person.email} accepted`,
  ])
    await expect(owner.page.getByText(text).first()).toBeVisible();
  await inspect(owner.page, 'four-log');
  expect(pages.flatMap(({ failures }) => failures)).toEqual([]);
});
