import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chromium, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import { findChromium } from '@tradepost/testing/servers/debian';
import { waitFor } from '@tradepost/testing/wait-for';
import { e2eUserOf, sealedTransfer } from '../../client/e2e-users';
import { newAccount, registerPair } from '../../client/people';
import { hashOfFile } from '../../client/written-content';
import type { Topology } from '../../topology/start';
import { browserMemory, peakDuring } from '../support/browser-memory';
import { seconds } from '../support/measure';
import { leftAlone } from '../support/left-alone';
import { signedIn, signInOn } from '../support/signed-in';
import { delayedConnections } from '../support/slow-network';

const MB = 1024 * 1024;
/** `BENCH_FILE_MB` of the file; `BENCH_CONNECTION_MB` a second of each connection, which also answers 50 ms later; absent: as fast as the machine. */
const fileMB = Number(process.env.BENCH_FILE_MB ?? 5000);
const connectionMB = Number(process.env.BENCH_CONNECTION_MB ?? 0);
const delayMs = 50;
/** More than the page's process has before. */
const most = 400 * MB;
const patient = { timeout: 3_600_000 };
const name = 'large.bin';

/** What an installation needs for it. */
export const largeFiles = { MAX_FILE_BYTES: String(Math.max(fileMB, 50) * MB), ALLOWED_FILE_TYPES: '*' };

/** One large sealed file by the screens: sent, read by its sender, and read by its receiver. */
export async function sealedFile(topology: Topology): Promise<boolean> {
  const [from, to] = [newAccount('sender'), newAccount('receiver')];
  await registerPair(topology, from, to);
  const [sender, receiver] = [await e2eUserOf(topology, from, 'sender'), await e2eUserOf(topology, to, 'receiver')];
  const { id: folderId } = await sender.client.send(routes.createFolder, { name: 'Large' });
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-large-'));
  const link = connectionMB > 0 ? await delayedConnections(connectionMB * MB, delayMs) : undefined;
  const proxy = link ? [`--proxy-server=${link.url}`, '--proxy-bypass-list=<-loopback>'] : [];
  try {
    const path = join(directory, name);
    const sent = await randomFile(path);
    const measured = async (what: string, work: () => Promise<string>, before = browserMemory()) => {
      let hash = '';
      let took = 0;
      const peak = await peakDuring(async () => {
        took = await seconds(async () => (hash = await work()));
      });
      const inMB = (bytes: number) => Math.round(bytes / MB);
      console.log(
        `${fileMB} MB ${what}: ${took.toFixed(1)} s, ${(fileMB / took).toFixed(1)} MB/s; the page's process ${inMB(before.page)} MB before, ${inMB(peak.page)} at most (at most ${most / MB} more); all of Chromium ${inMB(before.browser)} before, ${inMB(peak.browser)} at most; load average ${loadavg()[0]?.toFixed(1)}`,
      );
      if (hash !== sent) throw new Error(`${what}: the hash is another one`);
      return peak.page - before.page <= most;
    };
    const list = async () => (await sender.client.send(routes.files, { folderId, page: 1, pageSize: 50 })).items;
    const fits: boolean[] = [];
    let before = browserMemory();
    await leftAlone(
      async (opened) => {
        await signInOn(opened, topology, from, '/login');
        await opened.getByRole('link', { name: /^Large/ }).click();
        const proceed = await chosen(opened, path);
        before = browserMemory();
        await proceed();
      },
      async () => {
        // the downloads compare what was stored
        const stored = () => waitFor(async () => (await list()).length > 0, { timeoutMs: patient.timeout });
        fits.push(await measured('up', async () => stored().then(() => sent), before));
      },
      proxy,
    );
    const browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-gpu', ...proxy],
      downloadsPath: directory,
    });
    try {
      let page = await signedIn(browser, topology, from, '/login');
      await page.getByRole('link', { name: /^Large/ }).click();
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      const own = page.getByRole('menuitem', { name: 'Download', exact: true });
      await own.click({ trial: true });
      fits.push(await measured('down, by its sender', () => savedHash(page, () => own.click())));
      await page.close();
      await sender.client.send(routes.deliver, { id: folderId, email: [to.email] });
      const { id, expiry } = await sealedTransfer(topology, sender, receiver, [(await list())[0]!.id]);
      page = await signedIn(browser, topology, to, '/receiver/login');
      await page.addInitScript('delete window.showSaveFilePicker');
      await page.goto(transferLink(topology.origin, id, expiry));
      const button = page.getByRole('button', { name: `Download ${name}` });
      await button.waitFor();
      fits.push(await measured('down, by its receiver', () => savedHash(page, () => button.click())));
      return fits.every(Boolean);
    } finally {
      await browser.close();
    }
  } finally {
    link?.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @returns the SHA-256 */
async function randomFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  function* pieces() {
    for (let left = fileMB; left > 0; left -= 1) {
      const piece = randomBytes(MB);
      hash.update(piece);
      yield piece;
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path));
  return hash.digest('hex');
}

/** Chooses the file. @returns what begins the upload */
async function chosen(page: Page, path: string): Promise<() => Promise<void>> {
  // Playwright itself sends a file of more than 50 MB only to a browser that it has started
  await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const input = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' });
  await session.send('DOM.setFileInputFiles', { ...input, files: [path] });
  const information = page.getByRole('dialog', { name: 'File Information' });
  await information.getByRole('radio', { name: 'End-to-end encrypted' }).check();
  return () => information.getByRole('button', { name: 'Proceed' }).click();
}

/** Of the file that a click saves. */
async function savedHash(page: Page, click: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download', patient), click()]);
  const hash = await hashOfFile(await download.path());
  await download.delete();
  return hash;
}
