import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { giveCompanyKey } from '@tradepost/client/company/giving';
import { createOwnKey } from '@tradepost/client/company/person-key';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { routes } from '@tradepost/contracts/routes';
import { e2eUserOf, uploadSealed, type E2eUser } from '@tradepost/tools/client/e2e-users';
import type { Account, Place } from '@tradepost/tools/client/people';
import { inspect, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { fingerprintOf, saveKit } from '../support/browser/keys';
import { toast } from '../support/browser/senders';
import { account } from '../support/fixtures';
import { tradingPair } from '../support/main-path';
import { newMember } from '../support/members';

/** A member with the keys of the company. */
async function memberOf(place: Place, owner: E2eUser, { password }: Account, name: string) {
  const person = account(name);
  const { client, companyId } = await newMember(place, owner.client, person, 'manager');
  const { user } = await client.send(routes.me, {});
  const key = await createOwnKey(client, user, await fetchPasswordKeys(client, person));
  const proof = await fetchPasswordKeys(owner.client, { email: owner.user.email, password });
  await giveCompanyKey(owner.client, owner.keyring, companyId, key, proof);
  return { client, person, name: `${person.firstName} ${person.lastName}` };
}

test('after a member with keys has left, the owner makes new keys and still opens earlier files', async ({
  browser,
  installation: place,
}) => {
  const { senderAccount } = await tradingPair(place);
  const owner = await e2eUserOf(place, senderAccount, 'sender');
  const folder = await owner.client.send(routes.createFolder, { name: 'Freight' });
  const content = 'port\nRotterdam\n';
  await uploadSealed(owner, folder.id, { name: 'old.csv', type: 'text/csv', content: new Blob([content]) });
  const stays = await memberOf(place, owner, senderAccount, 'cid');
  const leaves = await memberOf(place, owner, senderAccount, 'dan');
  const eve = await memberOf(place, owner, senderAccount, 'eve');
  await eve.client.send(routes.leaveCompany, { companyId: owner.user.companyId ?? '' });
  const { page, failures } = await newPerson(browser, place, { kit: 'stays' });
  await signIn(page, senderAccount);
  await page.goto('/profile#encryption');
  const before = await fingerprintOf(page);

  await page.goto('/profile#members');
  const alert = page.getByText('People without access who may still have your company’s keys: 1');
  await expect(alert, 'of the one who left on her own').toBeVisible();
  await inspect(page, 'new-company-keys-leaver');
  await page.getByRole('button', { name: `Remove ${leaves.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new keys' });
  await expect(dialog.getByText(/members who have left, may still have them, and with them everything/)).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await expect(dialog.getByLabel(stays.name)).toBeChecked();
  await inspect(page, 'new-company-keys');
  await dialog.getByLabel('Current password').fill('wrong password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The current password is wrong')).toBeVisible();
  await dialog.getByLabel('Current password').fill(senderAccount.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  // nothing has changed yet
  expect((await stays.client.send(routes.companyKeys, {})).vault.epoch).toBe(1);
  await inspect(page, 'new-company-keys-kit');
  await saveKit(page);
  await expect(toast(page)).toContainText('Your new keys are in use');
  await expect(page.getByRole('row', { name: stays.person.email })).toContainText('Has keys');
  await expect(alert).toBeHidden();

  await expect(stays.client.send(routes.companyKeys, {})).rejects.toMatchObject({ status: 401 });
  await page.goto('/profile#encryption');
  expect(await fingerprintOf(page)).not.toBe(before);
  await page.goto(`/workspace?folder=${folder.id}`);
  await page.getByRole('button', { name: 'Actions for old.csv' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download', exact: true }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toBe(content);

  // a new browser opens both with the password
  const elsewhere = await newPerson(browser, place, { kit: 'stays' });
  await signIn(elsewhere.page, senderAccount);
  await elsewhere.page.goto('/profile#encryption');
  await expect(elsewhere.page.getByText('Recovery key saved')).toBeVisible();
  expect([...failures, ...elsewhere.failures]).toEqual([]);
  for (const one of [page, elsewhere.page]) await one.context().close();
});

test('an entry that no client can read, which a member appended, is removed by the owner, and the keys work again', async ({
  browser,
  installation: place,
}) => {
  const { senderAccount } = await tradingPair(place);
  const owner = await e2eUserOf(place, senderAccount, 'sender');
  const hostile = await memberOf(place, owner, senderAccount, 'mal');
  const { page, failures } = await newPerson(browser, place, { kit: 'stays' });
  await signIn(page, senderAccount);
  await page.goto('/profile#encryption');
  const before = await fingerprintOf(page);
  const { size } = await owner.client.send(routes.ledger, { epoch: 1, from: 1 });
  const garbage = [1, 2].map(() => randomBytes(120).toString('base64url'));
  await hostile.client.send(routes.appendCompanyLedger, { epoch: 1, seq: size + 1, entries: garbage });
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: 'Your company’s record cannot be read to its end' });
  await expect(notice).toBeVisible();
  await inspect(page, 'unreadable-record');

  // as the notice says, the member first
  await page.goto('/profile#members');
  await page.getByRole('button', { name: `Remove ${hostile.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: hostile.person.email })).toBeHidden();
  await notice.getByRole('button', { name: 'Remove the entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove entries that cannot be read' });
  await expect(dialog).toContainText(`Entry ${size + 1} of your company’s record`);
  await inspect(page, 'unreadable-record-dialog');
  await dialog.getByLabel('Current password').fill('wrong password');
  await dialog.getByRole('button', { name: 'Remove entries' }).click();
  await expect(dialog.getByText('The current password is wrong')).toBeVisible();
  await dialog.getByLabel('Current password').fill(senderAccount.password);
  await dialog.getByRole('button', { name: 'Remove entries' }).click();
  await expect(dialog).toContainText('Entries removed: 2. Your keys are in use again.');
  await inspect(page, 'unreadable-record-removed');
  await expect(notice).toBeHidden();
  await dialog.getByRole('button', { name: 'Create new keys' }).click();
  await expect(page.getByRole('dialog', { name: 'Create new keys' }).getByLabel('Current password')).toBeVisible();
  await page.goto('/profile#encryption');
  expect(await fingerprintOf(page)).toBe(before);
  expect((await owner.client.send(routes.ledger, { epoch: 1, from: 1 })).size).toBe(size);
  await page.goto('/logs');
  await expect(page.getByText(/removed the newest entries of the company’s record/)).toBeVisible();
  expect(failures).toEqual([]);
  await page.context().close();
});
