// One file, because its tests follow the keys of one company.
import { readFileSync } from 'node:fs';
import { expect, type Browser, type Page } from '@playwright/test';
import { createOwnKey } from '@tradepost/client/company/person-key';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { routes } from '@tradepost/contracts/routes';
import type { MemberRole } from '@tradepost/contracts/roles';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { e2eUserOf, uploadSealed, type E2eUser } from '@tradepost/tools/client/e2e-users';
import type { Account } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { enterCode, inspect, newPerson, sessionOf, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { digitsIn, saveKit } from '../support/browser/keys';
import { toast } from '../support/browser/senders';
import { account } from '../support/fixtures';
import { tradingPair } from '../support/main-path';
import { newMember } from '../support/members';

test.describe.configure({ mode: 'serial' });

interface Member {
  person: Account;
  name: string;
  digits: string;
  page: Page;
}

const content = 'port\nRotterdam\n';
const newPassword = 'Another-horse-7?';

let place: Topology;
let owner: E2eUser;
let ownerAccount: Account;
let folderId: string;
let ownerPage: Page;
/** What the owner reads to the members. */
let read: string;
const members: Member[] = [];
const failures: string[] = [];

const card = (page: Page) => page.getByRole('region', { name: 'Recovery by members' });
const approving = (page: Page) => page.getByRole('dialog', { name: 'Approve the recovery' });
const recovering = (page: Page) => page.getByRole('dialog', { name: 'Recover your keys with members' });

/** A member with a key, who cannot open any file, in a browser that acts for the company. */
async function memberOf(browser: Browser, role: MemberRole): Promise<Member> {
  const person = account(role);
  const { client } = await newMember(place, owner.client, person, role);
  const { user } = await client.send(routes.me, {});
  const key = await createOwnKey(client, user, await fetchPasswordKeys(client, person));
  const { page, failures: theirs } = await sessionOf(browser, place, client);
  page.on('close', () => failures.push(...theirs));
  return { person, page, name: `${person.firstName} ${person.lastName}`, digits: fingerprint(key) };
}

async function ownerAt(browser: Browser, password: string): Promise<Page> {
  const { page, failures: theirs } = await newPerson(browser, place, { kit: 'stays' });
  page.on('close', () => failures.push(...theirs));
  await signIn(page, { ...ownerAccount, password });
  return page;
}

async function resetPassword(page: Page): Promise<void> {
  const { email } = ownerAccount;
  await page.goto('/password-reset');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await enterCode(page, codeIn(await inboxAt(place.inboxUrl).waitForMail({ to: email, subject: /password|reset/i })));
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
}

/** From the dialog that asks for the recovery key. */
async function askMembers(page: Page): Promise<string> {
  const lost = page.getByRole('dialog', { name: 'Enter your recovery key' });
  await lost.getByRole('button', { name: 'I can’t find it' }).click();
  await recovering(page).getByRole('button', { name: 'Ask the members' }).click();
  await expect(recovering(page).getByText('0 of 2 needed members have approved')).toBeVisible();
  return digitsIn(page, 'Number of the recovery');
}

async function approve({ page, person }: Member, digits: string): Promise<void> {
  await page.goto('/profile#encryption');
  await card(page).getByRole('button', { name: 'Approve the recovery' }).click();
  await approving(page).getByLabel('Number that the owner read to you').fill(digits);
  await approving(page).getByLabel('Current password').fill(person.password);
  await approving(page).getByRole('button', { name: 'Approve the recovery' }).click();
}

test.beforeAll(async ({ browser, installation }) => {
  place = installation;
  ({ senderAccount: ownerAccount } = await tradingPair(place));
  owner = await e2eUserOf(place, ownerAccount, 'sender');
  folderId = (await owner.client.send(routes.createFolder, { name: 'Freight' })).id;
  await uploadSealed(owner, folderId, { name: 'old.csv', type: 'text/csv', content: new Blob([content]) });
  for (const role of ['approver', 'auditor', 'manager'] as const) members.push(await memberOf(browser, role));
});
test.afterAll(async () => {
  for (const page of [ownerPage, ...members.map((one) => one.page)]) await page?.context().close();
  expect(failures).toEqual([]);
});

test('the owner gives shares to members after comparing their numbers', async ({ browser }) => {
  ownerPage = await ownerAt(browser, ownerAccount.password);
  await ownerPage.goto('/profile#encryption');
  await expect(card(ownerPage).getByText('No shares')).toBeVisible();
  await inspect(ownerPage, 'recovery-none');
  await card(ownerPage).getByRole('button', { name: 'Choose members' }).click();
  const dialog = ownerPage.getByRole('dialog', { name: 'Recovery by members' });
  const next = dialog.getByRole('button', { name: 'Continue' });
  await expect(next).toBeDisabled();
  for (const { name } of members) await dialog.getByRole('checkbox', { name }).check();
  await inspect(ownerPage, 'recovery-choose');
  await next.click();
  const byEmail = new Map(members.map((one) => [one.person.email, one]));
  for (let n = 1; n <= members.length; n++) {
    const title = await dialog.getByText(`Member ${n} of ${members.length}:`).innerText();
    const member = [...byEmail.values()].find(({ person }) => title.includes(person.email))!;
    expect(await digitsIn(ownerPage, `Fingerprint of ${member.name} to compare`)).toBe(member.digits);
    await expect(next).toBeDisabled();
    if (n === 1) await inspect(ownerPage, 'recovery-compare');
    await dialog.getByRole('checkbox').check();
    await next.click();
  }
  await dialog.getByLabel('Current password').fill('wrong password');
  await dialog.getByRole('button', { name: 'Give recovery shares' }).click();
  await expect(dialog.getByText('The current password is wrong')).toBeVisible();
  await inspect(ownerPage, 'recovery-confirm');
  await dialog.getByLabel('Current password').fill(ownerAccount.password);
  await dialog.getByRole('button', { name: 'Give recovery shares' }).click();
  await expect(toast(ownerPage)).toContainText('The recovery shares were given to the members');
  await expect(card(ownerPage).getByText(/2 of these 3 members open your keys together/)).toBeVisible();
  await inspect(ownerPage, 'recovery-shares');
});

test('after losing the password and the recovery key, the owner asks the members, and one of them stops it', async ({
  browser,
}) => {
  const { page, failures: theirs } = await newPerson(browser, place, { kit: 'stays' });
  ownerPage = page;
  page.on('close', () => failures.push(...theirs));
  await resetPassword(page);
  await signIn(page, { ...ownerAccount, password: newPassword });
  read = await askMembers(page);
  expect(read).toMatch(/^\d{5}( \d{5}){7}$/);
  await inspect(page, 'recovery-asked');

  const [bob] = members as [Member, Member, Member];
  await bob.page.goto('/');
  await bob.page.getByRole('button', { name: /Notifications/ }).click();
  await bob.page.getByText(`${ownerAccount.email} asks to recover the keys of`).click();
  await expect(bob.page).toHaveURL(/\/profile#encryption$/);
  await expect(card(bob.page).getByText('asks to recover the keys of your company')).toBeVisible();
  await inspect(bob.page, 'recovery-waits');
  await approve(bob, read.split(' ').toReversed().join(' '));
  await expect(approving(bob.page).getByText('These are not the digits of this recovery')).toBeVisible();
  await inspect(bob.page, 'recovery-wrong-number');
  await approving(bob.page).getByRole('button', { name: 'Stop the recovery' }).click();
  await bob.page
    .getByRole('dialog', { name: 'Stop the recovery?' })
    .getByRole('button', { name: 'Stop the recovery' })
    .click();
  await expect(toast(bob.page)).toContainText('The recovery was stopped');
  await expect(recovering(page).getByRole('button', { name: 'Ask the members' })).toBeVisible();
  await expect(recovering(page).getByText('0 of 2 needed members have approved')).toBeHidden();
});

test('two members approve the number that the owner reads, and the owner finishes on another device', async ({
  browser,
}) => {
  // the windows that a test opens are closed after it
  ownerPage = await ownerAt(browser, newPassword);
  const first = await askMembers(ownerPage);
  expect(first).not.toBe(read);
  const [bob, cid, dan] = members as [Member, Member, Member];
  await approve(bob, first);
  await expect(toast(bob.page)).toContainText('You gave your share to');
  await inspect(bob.page, 'recovery-approved');
  await expect(recovering(ownerPage).getByText('1 of 2 needed members have approved')).toBeVisible();
  await expect(recovering(ownerPage).getByRole('button', { name: 'Open my keys' })).toBeHidden();

  // another device, later
  await recovering(ownerPage).getByRole('button', { name: 'Continue later' }).click();
  await ownerPage.context().close();
  ownerPage = await ownerAt(browser, newPassword);
  await ownerPage.reload();
  await ownerPage.goto('/profile#encryption');
  await card(ownerPage).getByRole('button', { name: 'Continue the recovery' }).click();
  await recovering(ownerPage).getByLabel('Current password').fill(newPassword);
  await recovering(ownerPage).getByRole('button', { name: 'Show the number' }).click();
  expect(await digitsIn(ownerPage, 'Number of the recovery')).toBe(first);
  await inspect(ownerPage, 'recovery-number-again');

  await approve(dan, first.replaceAll(' ', ''));
  await expect(toast(dan.page)).toContainText('You gave your share to');
  await expect(recovering(ownerPage).getByText('2 of 2 needed members have approved')).toBeVisible();
  await inspect(ownerPage, 'recovery-enough');
  await recovering(ownerPage).getByLabel('Number of the recovery').fill(first);
  await recovering(ownerPage).getByLabel('Current password').fill(newPassword);
  await recovering(ownerPage).getByRole('button', { name: 'Open my keys' }).click();
  await saveKit(ownerPage);
  await expect(card(ownerPage).getByText('No shares')).toBeVisible();
  await cid.page.goto('/profile#encryption');
  await expect(card(cid.page).getByText('No share', { exact: true })).toBeVisible();

  await ownerPage.goto(`/workspace?folder=${folderId}`);
  await ownerPage.getByRole('button', { name: 'Actions for old.csv' }).click();
  const [saved] = await Promise.all([
    ownerPage.waitForEvent('download'),
    ownerPage.getByRole('menuitem', { name: 'Download', exact: true }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toBe(content);
});
