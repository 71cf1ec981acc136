import { expect } from '@playwright/test';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import { enterCode, fillSignup, inspect, look, navigate, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account } from '../support/fixtures';
import { newSender, toast } from '../support/browser/senders';

test('the people of a CSV file are invited with their roles, and the other lines say why not', async ({
  browser,
  installation,
}) => {
  const [person, ann, bob] = [await newSender(installation, 'owner'), account('listed'), account('listed')];
  const { page, failures } = await newPerson(browser, installation);
  await signIn(page, person);
  await page.goto('/profile#members');
  await page.getByRole('button', { name: 'Invite members' }).click();
  await page.getByRole('button', { name: 'Use a list with roles, or a CSV file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite members from a list' });
  const lines = ['Email;Roles', `${ann.email};uploader,approver`, bob.email, '=1+1;auditor', `${ann.email};auditor`];
  const buffer = Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le');
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByText('A formula instead of an address in line 4')).toBeVisible();
  await expect(dialog.getByText('Again in line 5')).toBeVisible();
  await inspect(page, 'members-list');
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect(dialog.getByText('Invited', { exact: true })).toHaveCount(2);
  await inspect(page, 'members-list-invited');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const invitations = page.getByRole('table', { name: 'Open invitations' });
  await expect(invitations.getByRole('row', { name: ann.email })).toContainText('Uploader, Approver');
  await expect(invitations.getByRole('row', { name: bob.email })).toContainText('Auditor');
  expect(failures).toEqual([]);
});

test('an auditor is invited, signs up, looks at the company, changes nothing, and is removed', async ({
  browser,
  installation,
}) => {
  const [person, invited] = [await newSender(installation, 'owner'), account('auditor')];
  const { page: owner, failures } = await newPerson(browser, installation);
  await signIn(owner, person);
  await owner.getByRole('button', { name: 'Add a folder' }).click();
  await owner.getByLabel('Folder name').fill('Freight');
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(owner.getByRole('heading', { name: 'Freight' })).toBeVisible();

  await owner.goto('/profile#members');
  await expect(owner.getByText('No open invitations')).toBeVisible();
  await inspect(owner, 'members-empty');
  await owner.getByRole('button', { name: 'Invite members' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Invite members' });
  await dialog.getByLabel('Email addresses').fill(invited.email);
  await dialog.getByLabel('Email addresses').press('Enter');
  await inspect(owner, 'members-invite');
  await dialog.getByRole('button', { name: 'Send Invitations' }).click();
  await expect(owner.getByRole('button', { name: `Withdraw the invitation to ${invited.email}` })).toBeVisible();

  const { page, failures: theirs } = await newPerson(browser, installation);
  const inbox = inboxAt(installation.inboxUrl);
  const { pathname, search, hash } = linkIn(await inbox.waitForMail({ to: invited.email, subject: /join/i }));
  await page.goto(pathname + search + hash);
  await inspect(page, 'join-guest');
  await page
    .getByRole('button', { name: 'Sign up' })
    .or(page.getByRole('link', { name: 'Sign up' }))
    .click();
  await fillSignup(page, invited);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByRole('button', { name: 'Enter code manually' }).click();
  await enterCode(page, codeIn(await inbox.waitForMail({ to: invited.email, subject: /code/i })));
  await page.getByRole('button', { name: 'Open the invitation' }).click();
  await expect(page.getByText(`${person.companyName} invites you as auditor`)).toBeVisible();
  await inspect(page, 'join-invited');
  await page.getByRole('button', { name: /Accept the invitation/ }).click();
  await page.getByRole('button', { name: `Switch to ${person.companyName}` }).click();

  await expect(page.getByRole('heading', { name: `Hello, ${invited.firstName}` })).toBeVisible();
  await expect(page.getByText('Auditor').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send files' })).toHaveCount(0);
  await inspect(page, 'auditor-dashboard');
  await page
    .getByRole('link', { name: /Freight/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Freight' })).toBeVisible();
  for (const name of ['Deliver', 'Add a folder', 'Actions for Freight'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  await inspect(page, 'auditor-workspace');
  await page.goto('/send');
  await expect(page).toHaveURL('/');
  await navigate(page, 'Request Management');
  await expect(page.getByText('No requests found')).toBeVisible();
  await look(page, 'auditor-requests');
  await page.goto('/profile');
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Security', 'Encryption', 'Notifications', 'Data']);
  await inspect(page, 'auditor-profile');

  await owner.getByRole('button', { name: `Remove ${invited.firstName} ${invited.lastName}` }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(owner)).toContainText('removed');
  await expect(page.getByRole('heading', { name: 'Welcome back' }), 'without a reload').toBeVisible();
  expect([...failures, ...theirs]).toEqual([]);
});
