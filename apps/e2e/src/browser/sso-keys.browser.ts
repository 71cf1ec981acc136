import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { startIdentityProvider, type IdentityProvider } from '@tradepost/testing/identity-provider';
import { e2eUserOf, uploadSealed, type E2eUser } from '@tradepost/tools/client/e2e-users';
import { inspect, newPerson, personAt, sessionOf } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { withAuthenticator } from '../support/browser/fingerprint-reader';
import { digitsIn, saveKit } from '../support/browser/keys';
import { newSender, toast } from '../support/browser/senders';
import { enterByProvider, signInAtProvider } from '../support/browser/sso';
import { account } from '../support/fixtures';
import { newMember } from '../support/members';

test.describe.configure({ mode: 'serial' });

const domain = 'acme-keys.example';
const csv = 'port,price\nRotterdam,410\n';
const name = 'Paula Person';

let provider: IdentityProvider;
let owner: E2eUser;
let password: string;
let ownerPage: Page;
let page: Page;
let recoveryKey: string;
let number: string;
const failures: string[] = [];

test.beforeAll(async ({ browser, installation, dns }) => {
  provider = await startIdentityProvider();
  const person = await newSender(installation, 'owner');
  owner = await e2eUserOf(installation, person, 'sender');
  password = person.password;
  const { client } = owner;
  const { domains } = await client.send(routes.addSsoDomain, { domain });
  dns.txt.set(domain, [domains[0]!.record]);
  await client.send(routes.verifySsoDomain, { id: domains[0]!.id });
  const { issuer, clientId, clientSecret } = provider;
  await client.send(routes.saveSso, { issuer, clientId, clientSecret, defaultRole: 'uploader' });
  const { redirectUri, logoutUri } = await client.send(routes.sso, {});
  await provider.register(redirectUri, logoutUri);
  const { id } = await client.send(routes.createFolder, { name: 'Freight' });
  await uploadSealed(owner, id, { name: 'prices.csv', type: 'text/csv', content: new Blob([csv]) });

  provider.people.set('paula', {
    email: `paula@${domain}`,
    email_verified: true,
    given_name: 'Paula',
    family_name: 'Person',
  });
  ownerPage = await personAt(browser, installation, { account: person, path: '/login', failures });
  const opened = await newPerson(browser, installation, { kit: 'stays' });
  page = opened.page;
  page.on('close', () => failures.push(...opened.failures));
  await withAuthenticator(page);
  await enter();
});
test.afterAll(async () => {
  for (const one of [page, ownerPage]) await one?.context().close();
  await provider?.stop();
  expect(failures).toEqual([]);
});

async function enter(at = page) {
  await at.goto('/sso');
  await enterByProvider(at, 'paula', domain);
  await expect(at.getByRole('heading', { name: 'Hello, Paula' })).toBeVisible();
}
const ownDialog = () => page.getByRole('dialog', { name: 'Your security number as a member' });
const unlockDialog = () => page.getByRole('dialog', { name: 'Unlock your encryption keys' });

async function openFile(by: Page) {
  await by.goto('/workspace');
  await by.getByRole('button', { name: 'prices.csv', exact: true }).click();
  const preview = by.getByRole('dialog', { name: 'prices.csv' });
  await expect(preview.getByText('Rotterdam')).toBeVisible();
  await preview.getByRole('button', { name: 'Close' }).last().click();
  await expect(preview).toBeHidden();
}
/** The owner gives the keys of the company to this member, who has read this number. */
async function giveKeys(member: string, digits: string) {
  await ownerPage.goto('/profile#members');
  await ownerPage.reload();
  await ownerPage.getByRole('button', { name: `Give encryption keys to ${member}` }).click();
  const giving = ownerPage.getByRole('dialog', { name: `Give encryption keys to ${member}` });
  expect(await digitsIn(ownerPage, `Fingerprint of ${member} to compare`)).toBe(digits);
  await giving.getByRole('checkbox').check();
  await giving.getByLabel('Current password').fill(password);
  await giving.getByRole('button', { name: 'Give encryption keys' }).click();
  await expect(toast(ownerPage)).toContainText('The member can now work with end-to-end encrypted files');
}

test('a person who signs in with the company makes a key that a saved recovery key opens', async () => {
  await page.goto('/profile#encryption');
  await expect(page.getByText('No key yet')).toBeVisible();
  await page.getByRole('button', { name: 'Show your security number' }).click();
  await inspect(page, 'sso-key-create');
  await ownDialog().getByRole('button', { name: 'Create your key' }).click();
  const kit = page.getByRole('dialog', { name: 'Save your recovery key' });
  await expect(kit).toBeVisible();
  await inspect(page, 'sso-key-kit');
  await kit.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('No key yet')).toBeVisible();
  await page.getByRole('button', { name: 'Show your security number' }).click();
  await ownDialog().getByRole('button', { name: 'Create your key' }).click();
  recoveryKey = await saveKit(page);
  await expect(toast(page)).toContainText('Your key was created');
});

test('a passkey opens it from then on, and the owner gives the keys of the company to it', async () => {
  await page.getByRole('button', { name: 'Show your security number' }).click();
  number = await digitsIn(page, 'Your security number as a member');
  await ownDialog().getByRole('button', { name: 'Open it with a passkey from now on' }).click();
  await expect(ownDialog().getByText('From now on, your passkey opens your key.')).toBeVisible();
  await inspect(page, 'sso-key-number');
  await ownDialog().getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Passkeys that open your key')).toBeVisible();

  await giveKeys(name, number);
});

test('the passkey unlocks the keys of the company without a password, and a sealed file opens', async () => {
  await page.reload();
  await page.getByRole('button', { name: 'Unlock' }).first().click();
  await expect(unlockDialog().getByRole('button', { name: 'Open with a passkey' })).toBeDisabled();
  await unlockDialog().getByRole('checkbox').check();
  await inspect(page, 'sso-key-unlock');
  await unlockDialog().getByRole('button', { name: 'Open with a passkey' }).click();
  await expect(unlockDialog()).toBeHidden();
  await openFile(page);
  await page.reload();
  await openFile(page);
});

test('after another sign-in the recovery key unlocks them, and a wrong one does not', async () => {
  await page.goto('/profile#encryption');
  await page.getByRole('button', { name: 'Remove passkey 1' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await expect(page.getByText('Passkeys that open your key')).toBeHidden();
  // a page that finds itself signed out would remember to return to itself
  await page.goto('about:blank');
  await page.context().clearCookies();
  await enter();
  await page.goto('/profile#encryption');
  await page.getByRole('button', { name: 'Unlock' }).first().click();
  await unlockDialog().getByLabel('Recovery key').fill('0000-0000-0000-0000-0000-0000-0000-0000-0');
  await unlockDialog().getByRole('button', { name: 'Unlock' }).click();
  await expect(unlockDialog().getByText(/^This does not open your key/)).toBeVisible();
  await unlockDialog().getByLabel('Recovery key').fill(recoveryKey.toLowerCase());
  await unlockDialog().getByRole('button', { name: 'Unlock' }).click();
  await expect(unlockDialog()).toBeHidden();
  await openFile(page);
});

test.describe('another device of the person', () => {
  let device: Page;
  test.beforeAll(async ({ browser, installation }) => {
    const opened = await newPerson(browser, installation, { kit: 'stays' });
    device = opened.page;
    device.on('close', () => failures.push(...opened.failures));
    await withAuthenticator(device);
    await enter(device);
    await device.goto('/profile#encryption');
  });
  test.afterAll(() => device.context().close());

  const unlock = () => device.getByRole('dialog', { name: 'Unlock your encryption keys' });
  const giving = () => page.getByRole('dialog', { name: 'Give your key to another device' });
  const field = () => giving().getByLabel('Number that your other device shows');
  async function ask() {
    await device.getByRole('button', { name: 'Unlock' }).first().click();
    await unlock().getByRole('checkbox').check();
    await unlock().getByRole('button', { name: 'Open with another device of yours' }).click();
    return digitsIn(device, 'Number of this device');
  }
  /** In the notice that comes to each open page of the person. */
  const seeRequest = () => page.getByRole('button', { name: 'See the request' }).click();
  async function type(digits: string) {
    await field().fill(digits);
    await giving().getByRole('button', { name: 'Give the key' }).click();
  }

  test('gets nothing when it is refused, or when other numbers are typed', async () => {
    await ask();
    await expect(page.getByText('Another device asks for your encryption key')).toBeVisible();
    await inspect(page, 'handover-notice');
    await seeRequest();
    await giving().getByRole('button', { name: 'Refuse the other device' }).click();
    await expect(giving()).toBeHidden();
    await expect(device.getByText('Your other device gave nothing')).toBeVisible();
    await inspect(device, 'handover-ended');
    await device.getByRole('button', { name: 'Ask again, with another number' }).click();
    const number = await digitsIn(device, 'Number of this device');
    await seeRequest();
    await type(number.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)));
    await expect(giving().getByText('This is not the number of the device that asks')).toBeVisible();
    await inspect(page, 'handover-wrong');
    for (const wrong of [number.slice(0, -1), number.split(' ').toReversed().join(' ')]) await type(wrong);
    await expect(giving().getByText('Three other numbers were typed.')).toBeVisible();
    await inspect(page, 'handover-refused');
    await giving().getByRole('button', { name: 'Close' }).last().click();
    await expect(device.getByText('Your other device gave nothing')).toBeVisible();
    await device.keyboard.press('Escape');
    await expect(unlock()).toBeHidden();
  });

  test('gets the key for its number, and opens sealed files', async () => {
    // the key is no longer open on the other device, and its recovery key opens it there
    await page.reload();
    const number = await ask();
    await inspect(device, 'handover-number');
    await seeRequest();
    await expect(field()).toBeVisible();
    await inspect(page, 'handover-give');
    await type(number);
    await expect(giving().getByText('The number matches.')).toBeVisible();
    await inspect(page, 'handover-open');
    await giving().getByLabel('Recovery key').fill(recoveryKey);
    await giving().getByRole('button', { name: 'Give the key' }).click();
    await expect(toast(page)).toContainText('Your key was given to the other device');
    await expect(device.getByText('Your key is open on this device')).toBeVisible();
    await inspect(device, 'handover-taken');
    await unlock().getByRole('button', { name: 'Open it with a passkey from now on' }).click();
    await expect(unlock().getByText('From now on, your passkey opens your key.')).toBeVisible();
    await unlock().getByRole('button', { name: 'Unlock' }).click();
    await expect(unlock()).toBeHidden();
    await openFile(device);
  });

  test('opens the key with its passkey from then on', async () => {
    await device.goto('/profile#encryption');
    await device.reload();
    await device.getByRole('button', { name: 'Show your security number' }).click();
    const own = device.getByRole('dialog', { name: 'Your security number as a member' });
    await own.getByRole('button', { name: 'Open with a passkey' }).click();
    expect(await digitsIn(device, 'Your security number as a member')).toBe(number);
  });
});

test('a member with a password opens the keys with it where the company requires single sign-on', async ({
  browser,
  installation,
}) => {
  const lisa = { ...account('lisa'), email: `lisa@${domain}` };
  provider.people.set('lisa', { email: lisa.email, email_verified: true });
  const { client } = await newMember(installation, owner.client, lisa, 'uploader');
  const opened = await sessionOf(browser, installation, client);
  const { page: hers } = opened;
  hers.on('close', () => failures.push(...opened.failures));
  await hers.goto('/profile#security');
  await hers.getByRole('button', { name: 'Link with your company' }).click();
  await signInAtProvider(hers, 'lisa');
  await expect(hers.getByRole('heading', { name: `Hello, ${lisa.firstName}` })).toBeVisible();
  await owner.client.send(routes.enforceSso, { enforced: true });

  await hers.goto('/profile#encryption');
  await hers.getByRole('button', { name: 'Show your security number' }).click();
  const own = hers.getByRole('dialog', { name: 'Your security number as a member' });
  await own.getByLabel('Current password').fill(lisa.password);
  await own.getByRole('button', { name: 'Show your security number' }).click();
  const digits = await digitsIn(hers, 'Your security number as a member');
  await own.getByRole('button', { name: 'Done' }).click();
  await giveKeys(`${lisa.firstName} ${lisa.lastName}`, digits);

  await hers.reload();
  await hers.getByRole('button', { name: 'Unlock' }).first().click();
  const unlock = hers.getByRole('dialog', { name: 'Unlock your encryption keys' });
  await unlock.getByRole('checkbox').check();
  await unlock.getByLabel('Current password').fill('not the password!');
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await expect(unlock.getByText('The current password is wrong')).toBeVisible();
  await unlock.getByLabel('Current password').fill(lisa.password);
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await expect(unlock).toBeHidden();
  await openFile(hers);
  await hers.context().close();
});
