import { expect } from '@playwright/test';
import { inspect, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { newSender } from '../support/browser/senders';

test('a sign-in service adds and removes members with the token that the owner has created', async ({
  browser,
  installation,
  dns,
}) => {
  const domain = 'acme-scim.example';
  const person = await newSender(installation, 'owner');
  const { page: owner, failures } = await newPerson(browser, installation);
  await signIn(owner, person);

  await owner.goto('/profile#sso');
  await owner.getByLabel('Domain', { exact: true }).fill(domain);
  await owner.getByRole('button', { name: 'Add domain' }).click();
  await expect(owner.getByText('Verify a domain first.')).toBeVisible();
  const record = await owner.getByText(/^tradepost-verification=/).textContent();
  dns.txt.set(domain, [record!]);
  await owner.getByRole('button', { name: `Verify ${domain}` }).click();
  await owner.getByRole('button', { name: 'Create SCIM token' }).click();
  await owner.getByLabel('Name', { exact: true }).fill('Entra ID');
  await owner.getByLabel('Current password').fill(person.password);
  await owner.keyboard.press('Enter');
  const token = (await owner.getByText(/^tp_/).textContent())!;
  await inspect(owner, 'scim-token');
  await owner.getByRole('button', { name: 'I have saved it' }).click();

  const call = (method: string, path: string, data: object) =>
    owner.request.fetch(`/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      data: JSON.stringify(data),
    });
  const name = { givenName: 'Paula', familyName: 'Person' };
  const made = await call('POST', '/Users', { userName: `paula@${domain}`, name });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  await owner.goto('/profile#members');
  await expect(owner.getByText('Paula Person')).toBeVisible();
  await call('PATCH', `/Users/${id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] });
  await owner.reload();
  await expect(owner.getByText(person.email).first()).toBeVisible();
  await expect(owner.getByText('Paula Person')).toBeHidden();

  await owner.goto('/profile#sso');
  await owner.getByRole('button', { name: 'Revoke Entra ID' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(owner.getByRole('list', { name: 'SCIM tokens' })).toBeHidden();
  expect((await call('GET', '/Users', {})).status()).toBe(401);
  expect(failures).toEqual([]);
});
