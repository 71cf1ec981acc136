// cspell:disable: German texts
import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { e2eUserOf, sealedTransfer, uploadSealed } from '@tradepost/tools/client/e2e-users';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, personAt, storedKeys } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { pdf, png } from '../support/generated-files';
import { tradingPair, type Pair } from '../support/main-path';

test.describe.configure({ mode: 'serial' });

const files = [
  { name: 'berths.png', type: 'image/png', content: new Blob([new Uint8Array(png(320, 200))]) },
  { name: 'terms.pdf', type: 'application/pdf', content: new Blob([new Uint8Array(pdf('Terms of Delivery'))]) },
  { name: 'prices.csv', type: 'text/csv', content: new Blob(['port,price\nRotterdam,410.25\n']) },
];

let topology: Topology;
let pair: Pair;
let link: string;
let receiver: Page;
const failures: string[] = [];

test.beforeAll(async ({ browser, installation }) => {
  topology = installation;
  pair = await tradingPair(topology);
  const sender = await e2eUserOf(topology, pair.senderAccount, 'sender');
  const folder = await sender.client.send(routes.createFolder, { name: 'Freight' });
  const ids = [];
  for (const file of files) ids.push(await uploadSealed(sender, folder.id, file));
  await sender.client.send(routes.deliver, { id: folder.id, email: [pair.receiverAccount.email] });
  const { id, expiry } = await sealedTransfer(
    topology,
    sender,
    await e2eUserOf(topology, pair.receiverAccount, 'receiver'),
    ids,
  );
  link = `/dashboard?id=${id}&expiry=${expiry}`;
  receiver = await personAt(browser, topology, { account: pair.receiverAccount, path: '/receiver/login', failures });
});
test.afterAll(async () => {
  await receiver?.context().close();
  expect(failures).toEqual([]);
});

const opened = (name: string) => receiver.getByRole('dialog', { name });

test('the receiver previews a sealed picture, PDF and table before saving them', async () => {
  await receiver.goto(link);
  const shown: Record<string, () => Promise<void>> = {
    'berths.png': async () => {
      const picture = opened('berths.png').getByRole('img', { name: 'berths.png' });
      await expect
        .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
        .toBe(320);
    },
    'terms.pdf': () => expect(opened('terms.pdf').locator('canvas').first()).toBeVisible(),
    'prices.csv': () => expect(opened('prices.csv').getByRole('cell', { name: '410.25' })).toBeVisible(),
  };
  for (const [name, expectShown] of Object.entries(shown)) {
    await receiver.getByRole('button', { name: `Preview ${name}` }).click();
    await expectShown();
    await expect(opened(name).getByText(/^Opened and verified in this browser/)).toBeVisible();
    await inspect(receiver, `sealed-preview-${name}`);
    await receiver.keyboard.press('Escape');
    await expect(opened(name)).toBeHidden();
  }
});

test('the session and the keys stay when the person chooses another language', async () => {
  await receiver.goto('/profile#profile');
  const keys = await storedKeys(receiver);
  expect(keys).toHaveLength(1);
  await receiver.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(receiver.locator('html')).toHaveAttribute('lang', 'de');
  await expect(receiver.getByRole('heading', { level: 1 })).toHaveText('Profil');
  expect(await storedKeys(receiver)).toEqual(keys);
  // opened with the keys, which nobody was asked to unlock
  await receiver.goto(link);
  await receiver.getByRole('button', { name: 'Vorschau von prices.csv' }).click();
  await expect(opened('prices.csv').getByRole('cell', { name: '410.25' })).toBeVisible();
});
