// One file, because its tests follow the keys of one pair of companies.
import { allMembers } from '@tradepost/client/members/all-members';
import { readFileSync } from 'node:fs';
import { expect, type Browser, type Page } from '@playwright/test';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { createOwnKey } from '@tradepost/client/company/person-key';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import { grantsFor } from '@tradepost/client/transfers/granting';
import type { MemberKey } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import type { RequestView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { createPersonKey } from '@tradepost/sealing/keys/person-key';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { e2eUserOf, provenAcceptance, uploadSealed, type E2eUser } from '@tradepost/tools/client/e2e-users';
import type { Account } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, navigate, personAt, sessionOf } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { digitsIn, fingerprintOf } from '../support/browser/keys';
import { toast } from '../support/browser/senders';
import { account } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';
import { newMember } from '../support/members';

test.describe.configure({ mode: 'serial' });

const csv = 'port,price\nRotterdam,410\n';
const noKeys = /^You have no access to the end-to-end encrypted files of your company/;

interface Acting {
  person: Account;
  client: ApiClient;
  page: Page;
}

let place: Topology;
let pair: Pair;
let sender: E2eUser;
let folderId: string;
let owner: Page;
let ownersNumber: string;
const failures: string[] = [];

test.beforeAll(async ({ browser, installation }) => {
  place = installation;
  pair = await tradingPair(place);
  sender = await e2eUserOf(place, pair.senderAccount, 'sender');
  folderId = (await sender.client.send(routes.createFolder, { name: 'Freight' })).id;
  await uploadSealed(sender, folderId, { name: 'prices.csv', type: 'text/csv', content: new Blob([csv]) });
  await sender.client.send(routes.deliver, { id: folderId, email: [pair.receiverAccount.email] });
  owner = await ownerPage(browser);
  await owner.goto('/profile#encryption');
  ownersNumber = await fingerprintOf(owner);
});
// the windows that a test opens are closed after it
test.beforeEach(async ({ browser }) => {
  if (owner.isClosed()) owner = await ownerPage(browser);
});
test.afterAll(async () => {
  await owner?.context().close();
  expect(failures).toEqual([]);
});

const ownerPage = (browser: Browser) =>
  personAt(browser, place, { account: pair.receiverAccount, path: '/receiver/login', failures });

/** A new member of a company, in a browser that acts for it. */
async function memberOf(browser: Browser, company: ApiClient, role: MemberRole): Promise<Acting> {
  const person = account(role);
  const { client } = await newMember(place, company, person, role);
  const { page, failures: theirs } = await sessionOf(browser, place, client);
  page.on('close', () => failures.push(...theirs));
  return { person, client, page };
}

/** The member makes their own key, and reads its number. */
async function ownNumber({ page, person }: Acting): Promise<string> {
  await page.getByRole('button', { name: 'Show your security number' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Your security number as a member' });
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Show your security number' }).click();
  await expect(dialog.getByRole('group', { name: 'Your security number as a member' })).toBeVisible();
  await inspect(page, 'member-number');
  const digits = await digitsIn(page, 'Your security number as a member');
  await dialog.getByRole('button', { name: 'Done' }).click();
  return digits;
}

async function openGiving(page: Page, { person }: Acting) {
  const name = `${person.firstName} ${person.lastName}`;
  await page.goto('/profile#members');
  await page.reload();
  await page.getByRole('button', { name: `Give encryption keys to ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Give encryption keys to ${name}` });
  await expect(dialog.getByRole('button', { name: 'Give encryption keys' })).toBeDisabled();
  return { dialog, shown: await digitsIn(page, `Fingerprint of ${name} to compare`) };
}

/** The owner compares the number that the member has read, and gives the keys with the password. */
async function give(page: Page, member: Acting, digits: string, { password }: Account) {
  const { dialog, shown } = await openGiving(page, member);
  expect(shown).toBe(digits);
  await inspect(page, 'member-keys-give');
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Give encryption keys' }).click();
  await expect(toast(page)).toContainText('The member can now work with end-to-end encrypted files');
}

/** The member compares the company's number, once. */
async function unlock({ page, person }: Acting, companyNumber: string) {
  await page.reload();
  await page.getByRole('button', { name: 'Unlock' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Unlock your encryption keys' });
  await expect(dialog.getByRole('button', { name: 'Unlock' })).toBeDisabled();
  expect(await digitsIn(page, /^Fingerprint of .* to compare$/)).toBe(companyNumber);
  await inspect(page, 'member-unlock');
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(dialog).toBeHidden();
}

const keysOf = async (company: ApiClient, { person }: Acting) =>
  (await allMembers(company)).find(({ email }) => email === person.email)?.hasKeys;

async function chooseFile(page: Page) {
  await page.goto('/share-folders');
  await page.getByRole('button', { name: /Click to view files/ }).click();
  await page.getByLabel('Select prices.csv').check();
  await page.getByRole('button', { name: 'Send Request' }).click();
  return page.getByRole('dialog', { name: 'Send Request' });
}

test('the owner gives a member the keys, who then requests and opens an end-to-end encrypted file', async ({
  browser,
}) => {
  const bob = await memberOf(browser, pair.receiver, 'downloader');
  const { page } = bob;
  const refused = await chooseFile(page);
  await expect(refused.getByText(noKeys)).toBeVisible();
  await expect(refused.getByRole('button', { name: 'Send Request' })).toBeDisabled();
  await inspect(page, 'member-no-keys');
  await owner.goto('/profile#members');
  await expect(owner.getByRole('row', { name: bob.person.email })).toContainText('No key yet');

  await page.goto('/profile#encryption');
  await expect(page.getByText(/^The owner of your company has not given you encryption keys yet/)).toBeVisible();
  await inspect(page, 'member-encryption');
  const digits = await ownNumber(bob);
  await give(owner, bob, digits, pair.receiverAccount);
  await expect(owner.getByRole('row', { name: bob.person.email })).toContainText('Has keys');
  await inspect(owner, 'members-with-keys');
  await unlock(bob, ownersNumber);
  await expect(page.getByRole('group', { name: 'Security number of your company' })).toBeVisible();
  await inspect(page, 'member-encryption-open');

  const asking = await chooseFile(page);
  await expect(asking.getByText(noKeys)).toHaveCount(0);
  await asking.getByRole('button', { name: 'Send Request' }).click();
  await expect(asking).toBeHidden();
  const [request] = (await sender.client.send(routes.companyRequests, { status: 'pending' })) as RequestView[];
  const requestId = request?.id ?? '';
  await provenAcceptance(place, sender, requestId);
  const expiry = new Date(Date.now() + 3_600_000).toISOString();
  const grants = await grantsFor(sender.client, sender.keyring, { id: requestId }, { expiry });
  const { transfer } = await sender.client.send(routes.confirmRequest, { requestId, expiry, ...grants });

  // the browser has what it needs: no password and no number again
  await page.goto(`/dashboard?id=${transfer.id}&expiry=${encodeURIComponent(expiry)}`);
  await expect(page.getByText('Secure transfer with end-to-end encryption')).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download prices.csv' }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toBe(csv);
  await inspect(page, 'member-download');

  await owner.getByRole('button', { name: /^Take the encryption keys from/ }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Take keys' }).click();
  await expect(toast(owner)).toContainText('no longer has access');
  await page.reload();
  await expect(page.getByText(noKeys)).toBeVisible();
});

test('a manager with the keys uploads a sealed file and accepts a request for it', async ({ browser }) => {
  const mia = await memberOf(browser, pair.sender, 'manager');
  const { page } = mia;
  await page.goto('/profile#encryption');
  const digits = await ownNumber(mia);
  const their = await personAt(browser, place, { account: pair.senderAccount, path: '/login', failures });
  await give(their, mia, digits, pair.senderAccount);
  await their.goto('/profile#encryption');
  await unlock(mia, await fingerprintOf(their));

  await page.goto(`/workspace?folder=${folderId}`);
  const buffer = Buffer.from('port\nHamburg\n');
  await page.getByLabel('Choose files').setInputFiles({ name: 'ports.csv', mimeType: 'text/csv', buffer });
  const information = page.getByRole('dialog', { name: 'File Information' });
  await expect(information.getByRole('radio', { name: 'End-to-end encrypted' })).toBeChecked();
  await information.getByRole('button', { name: 'Proceed' }).click();
  await expect(page.getByRole('button', { name: 'ports.csv', exact: true })).toBeVisible();
  const [folder] = await pair.sender.send(routes.folders, {});
  const uploaded = folder?.files.find(({ name }) => name === 'ports.csv');
  expect(uploaded?.mode).toBe('e2e');

  await owner.goto('/share-folders');
  await owner.getByRole('button', { name: /Click to view files/ }).click();
  await owner.getByLabel('Select ports.csv').check();
  await owner.getByRole('button', { name: 'Send Request' }).click();
  const asking = owner.getByRole('dialog', { name: 'Send Request' });
  await asking.getByRole('button', { name: 'Send Request' }).click();
  await expect(asking).toBeHidden();
  await navigate(page, 'Request Management');
  await page.getByRole('button', { name: /^Accept the request from/ }).click();
  const accept = page.getByRole('dialog', { name: 'Accept Request' });
  const mail = await inboxAt(place.inboxUrl).waitForMail({ to: mia.person.email, subject: /accept a file request/i });
  await accept.getByLabel('Verification code').fill(codeIn(mail));
  await accept.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(accept.getByText(/^Signed by /)).toBeVisible();
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page)).toContainText('Request Accepted');
});

test('a server that shows another key than that of the member gets no keys for it', async ({ browser }) => {
  const eve = await memberOf(browser, pair.receiver, 'uploader');
  await eve.page.goto('/profile#encryption');
  const digits = await ownNumber(eve);
  const password = await fetchPasswordKeys(eve.client, eve.person);
  // for the right person and address
  const another = async ({ userId, email }: MemberKey): Promise<MemberKey> => {
    const { key } = await createPersonKey({ userId, address: addressKey(email) }, password.kek);
    return { userId, email, key };
  };
  await owner.route(/\/members\/[^/]+\/key$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, json: await another((await response.json()) as MemberKey) });
  });
  const { dialog, shown } = await openGiving(owner, eve);
  expect(shown).not.toBe(digits);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await owner.unrouteAll({ behavior: 'ignoreErrors' });
  expect(await keysOf(pair.receiver, eve)).toBe(false);

  // the owner compares the right number; the key is exchanged before the keys are given
  const compared = await openGiving(owner, eve);
  expect(compared.shown).toBe(digits);
  await compared.dialog.getByRole('checkbox').check();
  const { user } = await eve.client.send(routes.me, {});
  const { keyId } = await createOwnKey(eve.client, user, password);
  const sent = owner.waitForRequest(
    (request) => /\/members\/[^/]+\/key$/.test(request.url()) && request.method() === 'POST',
  );
  await compared.dialog.getByLabel('Current password').fill(pair.receiverAccount.password);
  await compared.dialog.getByRole('button', { name: 'Give encryption keys' }).click();
  expect((await sent).postDataJSON()).not.toMatchObject({ memberKeyId: toBase64url(keyId) });
  await expect(compared.dialog.getByText('The key for the member is not valid. Please try again.')).toBeVisible();
  await expect(compared.dialog.getByRole('checkbox'), 'the present key is not compared').not.toBeChecked();
  expect(await keysOf(pair.receiver, eve)).toBe(false);
});
