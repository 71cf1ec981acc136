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

test('a manager chooses the usual expiry by the keyboard, and the owner finds it where a request is accepted', async ({
  browser,
  installation,
}) => {
  const pair = await tradingPair(installation);
  const [file] = await deliveredSamples(pair, { name: 'Freight', licence: '' });
  await pair.receiver.send(routes.createRequest, {
    files: [{ id: file?.id ?? '' }],
    receiverEmail: pair.receiverAccount.email,
  });
  const { client } = await newMember(installation, pair.sender, account('manager'), 'manager');
  const manager = await sessionOf(browser, installation, client);
  await manager.page.goto('/profile#company');
  const card = manager.page.getByRole('region', { name: 'Usual expiry' });
  await expect(card.getByRole('radio', { name: 'Ask each time' })).toBeChecked();
  await expect(manager.page.getByLabel('Company Name')).toHaveCount(0);
  await card.getByRole('radio', { name: 'Ask each time' }).focus();
  for (let step = 0; step < 3; step++) await manager.page.keyboard.press('ArrowDown');
  await expect(card.getByRole('radio', { name: '30 days' })).toBeChecked();
  await inspect(manager.page, 'usual-expiry');
  await card.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(toast(manager.page)).toContainText('The usual expiry was saved');

  const failures: string[] = [];
  const owner = await personAt(browser, installation, { account: pair.senderAccount, path: '/login', failures });
  await owner.goto('/requests');
  await owner.getByRole('button', { name: /^Accept the request from/ }).click();
  const dialog = owner.getByRole('dialog', { name: 'Accept Request' });
  await expect(dialog.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByLabel('Time')).toHaveValue('23:59');
  expect([...failures, ...manager.failures]).toEqual([]);
});

test('a co-owner looks after the company as its owner does, and no longer once the owner has taken the role', async ({
  browser,
  installation,
}) => {
  const { sender, senderAccount } = await tradingPair(installation);
  const person = account('co-owner');
  const { client } = await newMember(installation, sender, person, 'co-owner');
  const { page, failures } = await sessionOf(browser, installation, client);

  await page.goto('/profile#company');
  await page.getByLabel('City').fill('Pune');
  await inspect(page, 'co-owner-company');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page)).toContainText('Company details submitted successfully');
  expect((await sender.send(routes.me, {})).company).toMatchObject({ city: 'Pune' });

  await page.goto('/profile#members');
  await page.getByRole('button', { name: 'Invite members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite members' });
  const invited = account('manager');
  await dialog.getByLabel('Email addresses').fill(invited.email);
  await dialog.getByLabel('Email addresses').press('Enter');
  await dialog.getByRole('checkbox', { name: /^Manager/ }).check();
  await expect(dialog.getByRole('checkbox', { name: /^Co-owner/ })).toHaveCount(0);
  await inspect(page, 'co-owner-invite');
  await dialog.getByRole('button', { name: 'Send Invitations' }).click();
  await expect(page.getByRole('button', { name: `Withdraw the invitation to ${invited.email}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New company keys' })).toHaveCount(0);
  await inspect(page, 'co-owner-members');

  await page.goto('/kyc-approval');
  await expect(page.getByLabel('Legal Entity Name')).toBeVisible();
  await inspect(page, 'co-owner-registration');
  await page.goto('/profile#sso');
  await expect(page.getByRole('heading', { name: 'Connection' })).toBeVisible();
  await inspect(page, 'co-owner-sso');
  await page.goto('/profile#encryption');
  await expect(page.getByText('Accept end-to-end encrypted files only')).toBeVisible();
  await inspect(page, 'co-owner-encryption');
  await page.goto('/profile#webhooks');
  await page.getByRole('button', { name: 'Create key' }).click();
  const creating = page.getByRole('dialog', { name: 'Create an API key' });
  await expect(creating.getByText(/^Only the owner creates API keys that open or send/)).toBeVisible();
  await creating.getByLabel('Name').fill('Nightly');
  await creating.getByLabel('Password').fill(person.password);
  await inspect(page, 'co-owner-key');
  await creating.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('dialog', { name: 'Your new key' })).toBeVisible();

  const owner = await personAt(browser, installation, { account: senderAccount, path: '/login', failures });
  await owner.goto('/profile#members');
  await owner.getByRole('button', { name: 'Change the roles of Pat co-owner' }).click();
  const roles = owner.getByRole('dialog', { name: /^Roles of/ });
  await expect(roles.getByRole('checkbox', { name: /^Co-owner/ })).toBeChecked();
  await inspect(owner, 'co-owner-roles');
  await roles.getByRole('checkbox', { name: /^Auditor/ }).check();
  await roles.getByRole('button', { name: 'Save' }).click();
  await expect(toast(owner)).toContainText('The roles were changed');
  await expect(page.getByRole('tab', { name: 'API and webhooks' }), 'without a reload').toHaveCount(0);
  await owner.goto('/profile#webhooks');
  await expect(owner.getByText('No live keys')).toBeVisible();
  await page.goto('/profile#company');
  await expect(page.getByLabel('City')).toHaveCount(0);
  await navigate(owner, 'All Logs');
  await expect(owner.getByText(`${person.email} changed the details of ${senderAccount.companyName}`)).toBeVisible();
  expect(failures).toEqual([]);
});
