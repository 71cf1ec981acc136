import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import { findChromium } from '@tradepost/testing/servers/debian';
import { e2eUserOf, sealedTransfer, uploadSealed } from '../client/e2e-users';
import { type Account, newAccount, registerPair } from '../client/people';
import type { Topology } from '../topology/start';
import { browserMemory, peakDuring } from './support/browser-memory';
import { seconds } from './support/measure';
import { signedIn } from './support/signed-in';

const MB = 1024 * 1024;
const fileBytes = 50 * MB;
const files = 41;
/** More than the browser has with the page open. */
const most = 500 * MB;

/** A sealed transfer of 2 GB, downloaded as one archive by Chromium's service worker: what the browser needs for it. */
export async function sealedMemory(topology: Topology): Promise<boolean> {
  const [from, to] = [newAccount('sender'), newAccount('receiver')];
  const link = await largeTransfer(topology, from, to);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await signedIn(browser, topology, to, '/receiver/login');
    await page.addInitScript('delete window.showSaveFilePicker');
    await page.goto(link);
    const all = page.getByRole('button', { name: 'Download All Files' });
    await all.waitFor();
    const before = browserMemory();
    let took = 0;
    const peak = await peakDuring(async () => {
      took = await seconds(() => downloadOf(page, () => all.click()));
    });
    const inMB = (bytes: number) => Math.round(bytes / MB);
    console.log(
      `${files} sealed files of ${fileBytes / MB} MB in ${took.toFixed(0)} s: the page's process ${inMB(before.page)} MB before, ${inMB(peak.page)} at most; all of Chromium ${inMB(before.browser)} before, ${inMB(peak.browser)} at most: ${inMB(peak.browser - before.browser)} more (at most ${most / MB})`,
    );
    return peak.browser - before.browser <= most;
  } finally {
    await browser.close();
  }
}

async function downloadOf(page: Page, start: () => Promise<void>): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 600_000 }), start()]);
  const { size } = statSync(await download.path());
  if (size < files * fileBytes) throw new Error(`the archive has ${size} bytes`);
  await download.delete();
}

/** @returns the receiver's link */
async function largeTransfer(topology: Topology, from: Account, to: Account): Promise<string> {
  await registerPair(topology, from, to);
  const [sender, receiver] = [await e2eUserOf(topology, from, 'sender'), await e2eUserOf(topology, to, 'receiver')];
  const { id: folderId } = await sender.client.send(routes.createFolder, { name: 'Large' });
  const ids: string[] = [];
  for (let n = 0; n < files; n += 1) {
    const content = new Blob(['%PDF-1.4\n', randomBytes(fileBytes - 9)]);
    ids.push(await uploadSealed(sender, folderId, { name: `${n}.pdf`, type: 'application/pdf', content }));
  }
  await sender.client.send(routes.deliver, { id: folderId, email: [to.email] });
  const { id, expiry } = await sealedTransfer(topology, sender, receiver, ids);
  return transferLink(topology.origin, id, expiry);
}
