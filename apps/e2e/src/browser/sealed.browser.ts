// One file, because its tests follow one pair of companies with keys and files, and a second file would create another pair.
import { contactsOf } from '@tradepost/tools/client/e2e-users';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createKeys, openKeys } from '@tradepost/client/keys/keys';
import { requestFiles } from '@tradepost/client/requests/requesting';
import { fetchPasswordKeys } from '@tradepost/client/keys/sign-in';
import type { SealingTargets, TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { createBundle } from '@tradepost/sealing/keys/bundle';
import { fromBase64url, toBase64url } from '@tradepost/sealing/crypto/bytes';
import { signManifest, type Manifest } from '@tradepost/sealing/file/manifest';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import type { Topology } from '@tradepost/tools/topology/start';
import { downloaded, inspect, look, navigate, personAt } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { sha256, unzip } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';

test.describe.configure({ mode: 'serial' });

const csv = Buffer.from(
  ['port,price', ...Array.from({ length: 40_000 }, (_, i) => `Rotterdam,${(410 + i / 10).toFixed(2)}`)].join('\n'),
);
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const contents = new Map([
  ['prices.csv', csv],
  ['map.png', Buffer.concat([onePixel, randomBytes(5 * 1024 * 1024)])],
]);

let topology: Topology;
let pair: Pair;
let directory: string;
let sender: Page;
let receiver: Page;
let link: URL;
const failures: string[] = [];

test.beforeAll(async ({ browser, installation }) => {
  directory = mkdtempSync(join(tmpdir(), 'tradepost-sealed-'));
  for (const [name, content] of contents) writeFileSync(join(directory, name), content);
  topology = installation;
  pair = await tradingPair(topology);
  sender = await personAt(browser, topology, { account: pair.senderAccount, path: '/login', failures });
});
test.afterAll(async () => {
  for (const page of [sender, receiver]) await page?.context().close();
  rmSync(directory, { recursive: true, force: true });
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function act(page: Page, file: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${file}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** 68 MB take a busy machine more than a minute. */
const patient = { timeout: 300_000 };

/** The mailed code opens the rest of the dialog. */
async function verifyCode(page: Page) {
  const inbox = inboxAt(topology.inboxUrl);
  const accept = dialog(page, 'Accept Request');
  const isCode = ({ subject }: { subject: string }) => /accept a file request/i.test(subject);
  const before = (await inbox.mailTo(pair.senderAccount.email)).filter(isCode).at(-1);
  await page
    .getByRole('button', { name: /Accept the request/ })
    .first()
    .click();
  const code = codeIn(
    await inbox.waitForMail({
      to: pair.senderAccount.email,
      subject: /accept a file request/i,
      ...(before && { after: before }),
    }),
  );
  await accept.getByLabel('Verification code').fill(code);
  await accept.getByRole('button', { name: 'Verify' }).click();
  return accept;
}

async function newLink() {
  const inbox = inboxAt(topology.inboxUrl);
  const before = (await inbox.mailTo(pair.receiverAccount.email))
    .filter(({ subject }) => /ready/i.test(subject))
    .at(-1);
  return async () =>
    linkIn(
      await inbox.waitForMail({ to: pair.receiverAccount.email, subject: /ready/i, ...(before && { after: before }) }),
      '/dashboard',
    );
}

/** The server's answer, changed in transit. */
async function lie<T>(page: Page, path: RegExp, change: (answer: T) => unknown) {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: await change((await response.json()) as T) });
  });
}

/** The receiver's program asks, with the receiver's keys once there are some. */
async function ask(fileIds: string[]) {
  const { receiver: client, receiverAccount: account } = pair;
  const keyring = async () => {
    const { user } = await client.send(routes.me, {});
    const { kek } = await fetchPasswordKeys(client, account);
    const vault = await openKeys(client, user, { kind: 'password', kek });
    return vault && { vault, contacts: contactsOf(client, vault) };
  };
  return requestFiles(client, keyring, { fileIds });
}

/** The receiver looks at a pending request and signs it. */
async function signRequest() {
  await receiver
    .getByRole('button', { name: /^Sign the request to/ })
    .first()
    .click();
  const sign = dialog(receiver, 'Sign request');
  await expect(sign.getByText('prices.csv')).toBeVisible();
  await expect(sign.getByText(`You sign this request for ${pair.senderAccount.email}.`)).toBeVisible();
  await inspect(receiver, 'sealed-sign');
  await sign.getByRole('button', { name: 'Sign request' }).click();
  await expect(receiver.getByText(/can now accept your request/)).toBeVisible();
}

// the windows that a test opens are closed after it
test.beforeEach(async ({ browser }) => {
  if (receiver?.isClosed())
    receiver = await personAt(browser, topology, { account: pair.receiverAccount, path: '/receiver/login', failures });
});

test('a sender’s files are sealed before they are sent, and open in the sender’s browser', async () => {
  const bodies: Buffer[] = [];
  sender.on('request', (request) => {
    const body = request.postDataBuffer();
    if (body) bodies.push(body);
  });
  await sender.getByRole('button', { name: 'Add a folder' }).click();
  await sender.getByLabel('Folder name').fill('Freight');
  await sender.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sender.getByText('No files found')).toBeVisible();
  await sender.locator('input[type=file]').setInputFiles([...contents.keys()].map((name) => join(directory, name)));
  const information = dialog(sender, 'File Information');
  await expect(information.getByLabel('Number of Records')).toHaveValue('40000');
  await expect(information.getByRole('radio', { name: 'End-to-end encrypted' })).toBeChecked();
  await expect(information.getByText('Whole file')).toBeHidden();
  await inspect(sender, 'sealed-file-information');
  await information.getByLabel(/Use for the other/).check();
  await information.getByRole('button', { name: 'Proceed' }).click();
  await expect(uploads(sender).getByText('2 uploaded')).toBeVisible();
  await expect(uploads(sender).getByText('Stored unchanged')).toHaveCount(2);
  await expect(uploads(sender).getByText('End-to-end encrypted')).toHaveCount(2);
  await inspect(sender, 'sealed-uploaded');
  await uploads(sender).getByRole('button', { name: 'Close the uploads' }).click();
  expect(bodies.some((body) => body.includes('Rotterdam,410'))).toBe(false);
  const [folder] = await pair.sender.send(routes.folders, {});
  expect(folder?.files.map(({ mode }) => mode)).toEqual(['e2e', 'e2e']);

  await act(sender, 'prices.csv', 'Preview');
  await expect(dialog(sender, 'prices.csv').getByRole('cell', { name: '410.20' })).toBeVisible();
  await look(sender, 'sealed-preview');
  await sender.keyboard.press('Escape');
  for (const [name, content] of contents) {
    expect(sha256((await downloaded(sender, () => act(sender, name, 'Download'))).content)).toBe(sha256(content));
  }
  await pair.sender.send(routes.deliver, { id: folder?.id ?? '', email: [pair.receiverAccount.email] });
});

test('a request waits until its receiver has a key, and is accepted for that key', async ({ browser }) => {
  const [folder] = await pair.sender.send(routes.folders, {});
  await ask(folder?.files.map(({ id }) => id) ?? []);
  await navigate(sender, 'Request Management');
  await expect(sender.getByText(/Waiting for .* to set up encryption$/)).toBeVisible();
  await expect(sender.getByRole('button', { name: /Accept the request/ })).toBeHidden();
  await inspect(sender, 'sealed-waiting');

  receiver = await personAt(browser, topology, { account: pair.receiverAccount, path: '/receiver/login', failures });
  await navigate(receiver, 'My Requests');
  await signRequest();
  await expect(sender.getByText(/Waiting for .* to set up encryption$/)).toBeHidden();
  const linkMailed = await newLink();
  const accept = await verifyCode(sender);
  await expect(accept.getByText(/^First exchange with /)).toBeVisible();
  await expect(accept.getByText(/^Signed by /)).toBeVisible();
  await inspect(sender, 'sealed-accept');
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(sender.getByText('Request Accepted')).toBeVisible();
  link = await linkMailed();
});

test('the receiver downloads all sealed files, and a single one', async () => {
  await receiver.goto(link.href);
  await expect(receiver.getByRole('heading', { name: 'Your Files Are Ready' })).toBeVisible();
  await expect(receiver.getByText('Secure transfer with end-to-end encryption')).toBeVisible();
  await expect(receiver.getByText('Only the sender and the recipient can access the files.')).toBeVisible();
  const all = await downloaded(receiver, () => receiver.getByRole('button', { name: 'Download All Files' }).click());
  expect(all.name).toMatch(/^download_\d+\.zip$/);
  expect(new Map([...unzip(all.content)].map(([name, content]) => [name, sha256(content)]))).toEqual(
    new Map([...contents].map(([name, content]) => [name, sha256(content)])),
  );
  await inspect(receiver, 'sealed-download');
  for (const [name, content] of contents) {
    const one = await downloaded(receiver, () => receiver.getByRole('button', { name: `Download ${name}` }).click());
    expect([one.name, sha256(one.content)]).toEqual([name, sha256(content)]);
  }
});

const pairOfKeys = async () =>
  [
    await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
  ] as const;
const bundleFor = async (userId: string, address = 'someone@example.org') =>
  createBundle({ userId, address }, 1, ...(await pairOfKeys()));
const flipped = (base64url: string) => {
  const bytes = fromBase64url(base64url);
  bytes[bytes.length - 1]! ^= 1;
  return toBase64url(bytes);
};

test.describe('a server that lies', () => {
  const archive = /\/archive\?/;
  const transferCall = /\/Id-files$/;
  const changedGrants =
    (change: (grants: NonNullable<TransferView['grants']>) => object | Promise<object>) =>
    async (view: TransferView) => ({
      ...view,
      grants: view.grants && { ...view.grants, ...(await change(view.grants)) },
    });
  const noGrants = 'were not made for you and this transfer';

  const inAnswers: [string, string | RegExp, (view: TransferView) => unknown][] = [
    [
      'a sender’s key of its own making',
      /’s security number changed/,
      changedGrants(async ({ senderId, sender }) => ({ sender: await bundleFor(senderId, sender.address) })),
    ],
    [
      'a key that is someone else’s',
      'are not verified',
      changedGrants(async ({ recipientId }) => ({ sender: await bundleFor(recipientId) })),
    ],
    [
      'another grant',
      noGrants,
      changedGrants(({ grants: [first, ...rest] }) => ({
        grants: [{ ...first, sealed: flipped(first?.sealed ?? '') }, ...rest],
      })),
    ],
    ['another signature', noGrants, changedGrants(({ sig }) => ({ sig: flipped(sig) }))],
    ['one file less', noGrants, (view) => ({ ...view, files: view.files.slice(1) })],
    [
      'a later end',
      noGrants,
      (view) => ({ ...view, expiry: new Date(Date.parse(view.expiry) + 60_000).toISOString() }),
    ],
    [
      'two files in each other’s place',
      'is not the file its sender encrypted under that name',
      (view) => ({
        ...view,
        files: view.files.map((file, index) => ({ ...file, name: view.files.at(index - 1)?.name })),
      }),
    ],
    [
      'a forged manifest',
      'is not the one the service signed',
      (view) => ({
        ...view,
        archive: {
          ...view.archive,
          manifest: { ...view.archive.manifest, manifest: flipped(view.archive.manifest?.manifest ?? '') },
        },
      }),
    ],
  ];

  async function refuses(words: string | RegExp, click: string | RegExp = 'Download All Files') {
    const saved: string[] = [];
    const note = () => saved.push('saved');
    receiver.on('download', note);
    await receiver.getByRole('button', { name: click }).click();
    await expect(receiver.getByRole('alert').filter({ hasText: words }).first()).toBeVisible();
    expect(saved).toEqual([]);
    receiver.off('download', note);
    await receiver.unrouteAll({ behavior: 'ignoreErrors' });
  }

  for (const [what, words, change] of inAnswers) {
    test(`about ${what} is detected, and nothing is saved`, async () => {
      await lie(receiver, transferCall, change);
      await receiver.goto(link.href);
      await refuses(words);
      if (what === 'a sender’s key of its own making') {
        await expect(receiver.getByText('Before', { exact: true })).toBeVisible();
        await inspect(receiver, 'sealed-sender-changed');
      }
    });
  }

  test('about the contents of the archive is detected, although the server signs the list with its own key', async () => {
    const [, { publicKey, privateKey }] = await pairOfKeys();
    const spki = toBase64url(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)));
    await lie(receiver, /manifest-key/, () => ({ keys: [spki] }));
    await lie<TransferView>(receiver, transferCall, async (view) => {
      const manifest = JSON.parse(
        Buffer.from(view.archive.manifest?.manifest ?? '', 'base64url').toString(),
      ) as Manifest;
      const [first, second] = manifest.entries;
      const entries = [
        { ...first, fileId: second?.fileId },
        { ...second, fileId: first?.fileId },
      ] as Manifest['entries'];
      return {
        ...view,
        archive: { ...view.archive, manifest: await signManifest(privateKey, { ...manifest, entries }) },
      };
    });
    await receiver.goto(link.href);
    await refuses(/is not encrypted with the key|is not the one the service signed/);
  });

  test('about the bytes of a file is detected, in the archive and for a single file', async () => {
    for (const [path, click] of [
      [archive, 'Download All Files'],
      [/\/files\/[^/?]+\?/, 'Download map.png'],
    ] as const) {
      await receiver.goto(link.href);
      await receiver.route(path, async (route) => {
        const response = await route.fetch(patient);
        const body = await response.body();
        body.writeUInt8(body.readUInt8(body.length - 1_000_000) ^ 1, body.length - 1_000_000);
        await route.fulfill({ response, body });
      });
      await refuses('was changed after it was encrypted', click);
    }
    await inspect(receiver, 'sealed-tampered');
  });

  test('about the end of the archive is detected', async () => {
    await receiver.goto(link.href);
    let served = 0;
    await receiver.route(archive, async (route) => {
      if (served++ > 0) return route.fulfill({ status: 206, body: '' });
      const response = await route.fetch(patient);
      const body = (await response.body()).subarray(0, 2_000_000);
      await route.fulfill({ status: 200, headers: { 'content-type': 'application/zip', etag: '"a"' }, body });
    });
    // of an answer that does not say which bytes it has
    await refuses('was changed after it was encrypted');
  });

  test('about the key or request of the receiver does not get the files of the sender', async () => {
    const [folder] = await pair.sender.send(routes.folders, {});
    await ask([folder?.files[0]?.id ?? '']);
    await lie<SealingTargets>(sender, /\/to-seal/, async (answer) => ({
      ...answer,
      receiver: { ...answer.receiver, bundle: await bundleFor(answer.receiver.userId, answer.receiver.email) },
    }));
    const accept = await verifyCode(sender);
    await expect(accept.getByText(/’s security number changed/)).toBeVisible();
    await expect(accept.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await inspect(sender, 'sealed-receiver-changed');
    await sender.unrouteAll();
    await accept.getByRole('button', { name: 'Cancel' }).click();

    await lie<SealingTargets>(sender, /\/to-seal/, (answer) => ({
      ...answer,
      files: answer.files.map((file) => ({ ...file, version: file.version + 1 })),
    }));
    await verifyCode(sender);
    await expect(accept.getByText(/has not signed this request/)).toBeVisible();
    await expect(accept.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await inspect(sender, 'sealed-not-signed');
    await sender.unrouteAll();
    await accept.getByRole('button', { name: 'Cancel' }).click();
    await sender.getByRole('button', { name: /Reject the request/ }).click();
    await dialog(sender, /^Reject/)
      .getByRole('button', { name: 'Reject' })
      .click();
    await expect(sender.getByText('The file request has been rejected.')).toBeVisible();
  });
});

test('a transfer is extended for the same key, and opens until its new end', async () => {
  const linkMailed = await newLink();
  await navigate(sender, 'Transfers');
  await sender.getByRole('button', { name: /Actions for the transfer/ }).click();
  await sender.getByRole('menuitem', { name: 'Extend' }).click();
  const extend = dialog(sender, 'Extend the transfer');
  await expect(extend.getByText(/, not compared yet: check it by phone$/)).toBeVisible();
  await inspect(sender, 'sealed-extend');
  await extend.getByRole('button', { name: 'Extend' }).click();
  await expect(sender.getByText('Transfer extended')).toBeVisible();
  link = await linkMailed();
  await receiver.goto(link.href);
  const all = await downloaded(receiver, () => receiver.getByRole('button', { name: 'Download All Files' }).click());
  expect([...unzip(all.content).keys()].sort()).toEqual([...contents.keys()].sort());
});

test('a receiver who started over requests again with one click, and the sender compares the new key', async ({
  browser,
}) => {
  const { user } = await pair.receiver.send(routes.me, {});
  const keys = await fetchPasswordKeys(pair.receiver, pair.receiverAccount);
  await createKeys(pair.receiver, user, keys, newRecoveryCode());
  await receiver.context().close();
  receiver = await personAt(browser, topology, { account: pair.receiverAccount, path: '/receiver/login', failures });
  await receiver.goto(link.href);
  await expect(receiver.getByText("Your new key can't open these files")).toBeVisible();
  await expect(receiver.getByRole('button', { name: 'Download All Files' })).toBeHidden();
  await inspect(receiver, 'sealed-key-lost');
  await receiver.getByRole('button', { name: 'Ask the sender to deliver again' }).click();
  await receiver.getByRole('link', { name: 'My Requests' }).click();
  await signRequest();

  await navigate(sender, 'Request Management');
  const linkMailed = await newLink();
  const accept = await verifyCode(sender);
  await expect(accept.getByText('Before', { exact: true })).toBeVisible();
  await expect(accept.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await expect(accept.getByRole('button', { name: 'The numbers match, continue' })).toBeDisabled();
  await accept.getByRole('checkbox', { name: 'We compared all eight groups and they match' }).check();
  await accept.getByRole('button', { name: 'The numbers match, continue' }).click();
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(sender.getByText('Request Accepted')).toBeVisible();
  link = await linkMailed();
  await receiver.goto(link.href);
  const one = await downloaded(receiver, () => receiver.getByRole('button', { name: 'Download prices.csv' }).click());
  expect(sha256(one.content)).toBe(sha256(csv));
});

test('a large transfer is streamed to the disk, and a tampered one leaves no file', async () => {
  const [folder] = await pair.sender.send(routes.folders, {});
  const large = new Map(
    ['east.png', 'west.png'].map((name) => [name, Buffer.concat([onePixel, randomBytes(34 * 1024 * 1024)])]),
  );
  for (const [name, content] of large) writeFileSync(join(directory, name), content);
  await sender
    .getByRole('link', { name: /^Freight/ })
    .first()
    .click();
  await sender.locator('input[type=file]').setInputFiles([...large.keys()].map((name) => join(directory, name)));
  await dialog(sender, 'File Information')
    .getByLabel(/Use for the other/)
    .check();
  await dialog(sender, 'File Information').getByRole('button', { name: 'Proceed' }).click();
  await expect(sender.getByText(/Encrypting|Sending encrypted/).first()).toBeVisible();
  await expect(uploads(sender).getByText('2 uploaded')).toBeVisible(patient);
  const { items } = await pair.sender.send(routes.files, { folderId: folder?.id ?? '', page: 1, pageSize: 10 });
  await ask(items.filter(({ name }) => large.has(name)).map(({ id }) => id));
  await navigate(sender, 'Request Management');
  const linkMailed = await newLink();
  const accept = await verifyCode(sender);
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(sender.getByText('Request Accepted')).toBeVisible();
  const { href } = await linkMailed();
  const hashes = new Map([...large].map(([name, content]) => [name, sha256(content)]));
  const all = (page: Page) => page.getByRole('button', { name: 'Download All Files' });

  // a browser without a dialog to choose a file: by the service worker, over a connection that breaks
  await receiver.addInitScript('delete window.showSaveFilePicker');
  await receiver.goto(href);
  let served = 0;
  await receiver.route(/\/archive\?/, async (route) => {
    if (served++ !== 1) return served === 1 ? route.abort('connectionreset') : route.continue();
    const response = await route.fetch(patient);
    return route.fulfill({
      status: 200,
      headers: { 'content-type': 'application/zip', etag: response.headers().etag ?? '' },
      body: (await response.body()).subarray(0, 20_000_000),
    });
  });
  const streamed = await downloaded(receiver, () => all(receiver).click());
  expect(served).toBe(3);
  expect(new Map([...unzip(streamed.content)].map(([name, content]) => [name, sha256(content)]))).toEqual(hashes);
  await receiver.unrouteAll();

  // one that has such a dialog; the place chosen is the origin's own
  const chosen = await receiver.context().newPage();
  await chosen.addInitScript(
    `window.showSaveFilePicker = async () => (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true })`,
  );
  const cached = () =>
    chosen.evaluate<number[]>(
      `(async () => { const sizes = []; for await (const file of (await navigator.storage.getDirectory()).values()) if (file.name === 'chosen.zip') sizes.push((await file.getFile()).size); return sizes; })()`,
    );
  await chosen.goto(href);
  await chosen.route(/\/archive\?/, async (route) => {
    const response = await route.fetch(patient);
    const body = await response.body();
    // the first call asks only for the first bytes
    const at = Math.max(0, body.length - 1_000_000);
    body.writeUInt8(body.readUInt8(at) ^ 1, at);
    await route.fulfill({ response, body });
  });
  await all(chosen).click();
  const refusal = chosen.getByRole('alert').filter({ hasText: 'was changed after it was encrypted' });
  await expect(refusal).toBeVisible(patient);
  expect(await cached()).toEqual([]);
  await chosen.unrouteAll();
  await all(chosen).click();
  await expect(all(chosen)).toBeEnabled(patient);
  await expect.poll(cached, patient).toEqual([streamed.content.length]);
  await chosen.close();
});

test('managed files are encrypted in place, and a transfer of both kinds shows both labels', async () => {
  const [folder] = await pair.sender.send(routes.folders, {});
  const folderId = folder?.id ?? '';
  const plain = ['a,b', '1,2'].join('\n');
  for (const name of ['plain.csv', 'other.csv', 'open.csv'])
    await pair.sender.sendForm(
      routes.uploadFile,
      { folderId },
      {},
      { file: { name, type: 'text/csv', content: new Blob([plain]) } },
    );
  await sender
    .getByRole('link', { name: /^Freight/ })
    .first()
    .click();
  await act(sender, 'plain.csv', 'Encrypt');
  await dialog(sender, 'Encrypt plain.csv').getByRole('button', { name: 'Encrypt' }).click();
  await expect(sender.getByText('The file is end-to-end encrypted.')).toBeVisible();
  await inspect(sender, 'sealed-in-place');
  await dialog(sender, 'Encrypt plain.csv').getByRole('button', { name: 'Close' }).last().click();
  await sender.getByLabel('Select plain.csv').check();
  await sender.getByLabel('Select other.csv').check();
  await sender.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Encrypt' }).click();
  await dialog(sender, 'Encrypt other.csv').getByRole('button', { name: 'Encrypt' }).click();
  await expect(sender.getByText('The file is end-to-end encrypted.')).toBeVisible();
  await dialog(sender, 'Encrypt other.csv').getByRole('button', { name: 'Close' }).last().click();
  expect(sha256((await downloaded(sender, () => act(sender, 'other.csv', 'Download'))).content)).toBe(sha256(plain));

  const { items } = await pair.sender.send(routes.files, { folderId, page: 1, pageSize: 10 });
  expect(Object.fromEntries(items.map(({ name, mode, version }) => [name, `${mode} ${version}`]))).toMatchObject({
    'plain.csv': 'e2e 2',
    'other.csv': 'e2e 2',
    'open.csv': 'managed 1',
  });
  const sealed = items.find(({ name }) => name === 'plain.csv')?.id ?? '';
  const left = (await pair.sender.send(routes.versions, { folderId, fileId: sealed })).filter(
    ({ mode }) => mode === 'managed',
  );
  expect(left.filter(({ purgeAt }) => !purgeAt || Date.parse(purgeAt) > Date.now())).toEqual([]);

  await ask(items.filter(({ name }) => name === 'plain.csv' || name === 'open.csv').map(({ id }) => id));
  await navigate(sender, 'Request Management');
  await expect(sender.getByRole('img', { name: 'Partly end-to-end encrypted' })).toBeVisible();
  const linkMailed = await newLink();
  const accept = await verifyCode(sender);
  await accept.getByRole('button', { name: 'Confirm' }).click();
  await expect(sender.getByText('Request Accepted')).toBeVisible();
  await receiver.goto((await linkMailed()).href);
  await expect(receiver.getByText('Encrypted in transit and at rest. The operator holds the keys.')).toBeVisible();
  await expect(receiver.getByText('Secure transfer with end-to-end encryption')).toBeHidden();
  await inspect(receiver, 'sealed-mixed');
  const all = await downloaded(receiver, () => receiver.getByRole('button', { name: 'Download All Files' }).click());
  expect([...unzip(all.content)].map(([name, content]) => [name, content.toString()]).sort()).toEqual([
    ['open.csv', plain],
    ['plain.csv', plain],
  ]);
  await Promise.all([sender.context().close(), receiver.context().close()]);
  expect(failures).toEqual([]);
});
