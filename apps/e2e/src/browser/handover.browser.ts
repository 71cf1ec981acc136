import { expect } from '@playwright/test';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { giveCompanyKey } from '@tradepost/client/company/giving';
import { createOwnKey } from '@tradepost/client/company/person-key';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { e2eUserOf } from '@tradepost/tools/client/e2e-users';
import { inspect, navigate, personAt, sessionOf, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { toast } from '../support/browser/senders';
import { account } from '../support/fixtures';
import { tradingPair } from '../support/main-path';
import { newMember } from '../support/members';

test('a company passes from its owner to a co-owner, who signs in as its owner then', async ({
  browser,
  installation,
}) => {
  const { senderAccount } = await tradingPair(installation);
  const { email } = senderAccount;
  const inbox = inboxAt(installation.inboxUrl);
  const { client, user, keyring, passwordKeys } = await e2eUserOf(installation, senderAccount, 'sender');
  const person = account('co-owner');
  const { client: hers } = await newMember(installation, client, person, 'co-owner');
  const { user: cora } = await hers.send(routes.me, {});
  const failures: string[] = [];

  const owner = await personAt(browser, installation, { account: senderAccount, path: '/login', failures });
  await owner.goto('/profile#members');
  await owner.getByRole('button', { name: 'Hand over the company' }).click();
  const handing = owner.getByRole('dialog', { name: 'Hand over the company' });
  await expect(handing.getByText('Nobody can take over the company yet')).toBeVisible();
  await inspect(owner, 'hand-over-nobody');
  await handing.getByRole('button', { name: 'Close' }).click();

  const key = await createOwnKey(hers, cora, await fetchPasswordKeys(hers, person));
  await giveCompanyKey(client, keyring, user.companyId!, key, passwordKeys);
  await owner.reload();
  await owner.getByRole('button', { name: 'Hand over the company' }).click();
  await expect(handing.getByLabel('New owner')).toContainText(`Pat co-owner · ${person.email}`);
  await handing.getByRole('button', { name: 'Email me a code' }).click();
  await expect(handing.getByRole('status')).toContainText(email);
  await handing.getByLabel('Current password').fill(senderAccount.password);
  const mailed = await inbox.waitForMail({ to: email, subject: /code to hand over/i });
  await handing.getByLabel('Verification code').fill('00');
  await handing.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(handing.getByText('Otp is Invalid or expired')).toBeVisible();
  await inspect(owner, 'hand-over');
  await handing.getByLabel('Verification code').fill(codeIn(mailed));
  await handing.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(toast(owner)).toContainText('The co-owner can take over the company now');
  await expect(owner.getByText('Pat co-owner can take over your company')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Withdraw', exact: true })).toBeVisible();
  await inspect(owner, 'handed-over-open');

  const { page, failures: others } = await sessionOf(browser, installation, hers);
  await page.goto('/profile#members');
  await expect(page.getByText(`${email} is handing your company over to you`)).toBeVisible();
  await inspect(page, 'take-over-open');
  await page.getByRole('button', { name: 'Take over the company' }).click();
  const unlocking = page.getByRole('dialog', { name: 'Unlock your encryption keys' });
  await unlocking.getByRole('checkbox').check();
  await unlocking.getByLabel('Current password').fill(person.password);
  await unlocking.getByRole('button', { name: 'Unlock' }).click();
  const taking = page.getByRole('dialog', { name: 'Take over the company' });
  await taking.getByLabel('Your own password').fill(person.password);
  const password = 'Another-Battery-9!';
  await taking.getByLabel(`New password of ${email}`).fill(password);
  await taking.getByLabel('Confirm password').fill(password);
  await inspect(page, 'take-over');
  await taking.getByRole('button', { name: 'Take over', exact: true }).click();
  await expect(taking.getByText('You are the owner of the company now')).toBeVisible();
  await inspect(page, 'taken-over');
  await taking.getByRole('button', { name: 'Sign out' }).click();

  await expect(owner.getByLabel('Password'), 'without a reload').toBeVisible();
  await signIn(page, { email, password });
  await page.goto('/profile#members');
  await expect(page.getByText(/^People without access who may still have your company’s keys: 1$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'New company keys' })).toBeVisible();
  await navigate(page, 'All Logs');
  await expect(page.getByText(`${person.email} took over ${senderAccount.companyName}`)).toBeVisible();
  await signIn(owner, senderAccount).catch(() => undefined);
  await expect(owner.getByText('Invalid email or password')).toBeVisible();
  expect([...failures, ...others]).toEqual([]);
});
