import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { findChromium } from '@tradepost/testing/servers/debian';
import { e2eUserOf } from '../client/e2e-users';
import { type Account, newAccount, registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { median, seconds, spread } from './support/measure';
import { signedIn } from './support/signed-in';
import { slowNetwork } from './support/slow-network';

const MB = 1024 * 1024;
const rounds = 5;
const slowBytes = 24 * MB;
const slowRate = 4 * MB;
const longest = 1.1;

const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes - 9)]);

/** Sealed files through the web app in Chromium, up and down on a slow network, compared with managed ones. */
export async function sealedTransfers(topology: Topology): Promise<boolean> {
  const account = newAccount('sealed');
  await registerSender(topology, account);
  const { client } = await e2eUserOf(topology, account, 'sender');
  return onSlowNetwork(topology, account, client);
}

const launched = (proxy: string) =>
  chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>'],
  });

/** Each round: the same file managed and sealed, up and down by the screen; and the bytes of the managed one alone, by `fetch`. */
async function onSlowNetwork(topology: Topology, account: Account, client: ApiClient): Promise<boolean> {
  const network = await slowNetwork(slowRate);
  const browser = await launched(network.url);
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-slow-'));
  try {
    const { id: folderId } = await client.send(routes.createFolder, { name: 'Slow' });
    const page = await signedIn(browser, topology, account, '/login');
    await page.getByRole('link', { name: /^Slow/ }).click();
    const ratios = { up: [] as number[], down: [] as number[], bytes: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const name = `${round}.pdf`;
      const path = join(directory, name);
      writeFileSync(path, pdf(slowBytes));
      const other = join(directory, `managed-${name}`);
      copyFileSync(path, other);
      const managed = await uploaded(page, other, 'Standard encryption');
      const up = await uploaded(page, path, 'End-to-end encrypted');
      const bare = await page.evaluate(plainDownload, folderId);
      const down = new Map<string, number>();
      // the first of a pair may find the connection or the disk busy
      for (const wanted of round % 2 ? [name, basename(other)] : [basename(other), name]) {
        const { took, saved } = await downloaded(page, wanted);
        if (!readFileSync(saved).equals(readFileSync(path))) throw new Error(`${wanted} changed in the transfer`);
        down.set(wanted, took);
      }
      ratios.up.push(up / managed);
      ratios.down.push(down.get(name)! / down.get(basename(other))!);
      ratios.bytes.push(down.get(name)! / bare);
    }
    console.log(
      `${slowBytes / MB} MB at ${slowRate / MB} MB a second, sealed by the time of plain: up ${spread(ratios.up, 2)}, down ${spread(ratios.down, 2)} (at most ${longest}); down by the time of the bytes alone ${spread(ratios.bytes, 2)}`,
    );
    return median(ratios.up) <= longest && median(ratios.down) <= longest;
  } finally {
    await browser.close();
    network.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Seconds from the last click to the file's being there. */
async function uploaded(page: Page, path: string, protection: string): Promise<number> {
  await page.locator('input[type=file]').first().setInputFiles(path);
  const information = page.getByRole('dialog', { name: 'File Information' });
  await information.getByRole('radio', { name: protection }).check();
  const uploads = page.getByRole('region', { name: 'Uploads' });
  const took = await seconds(async () => {
    await information.getByRole('button', { name: 'Proceed' }).click();
    await uploads.getByText('1 uploaded').waitFor({ timeout: 120_000 });
  });
  await uploads.getByRole('button', { name: 'Close the uploads' }).click();
  return took;
}

/** Seconds from the last click to the file's being on the disk. */
async function downloaded(page: Page, name: string): Promise<{ took: number; saved: string }> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  const item = page.getByRole('menuitem', { name: 'Download', exact: true });
  // the menu stands still before it is clicked
  await item.click({ trial: true });
  let saved = '';
  const took = await seconds(async () => {
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), item.click()]);
    saved = await download.path();
  });
  return { took, saved };
}

/** Runs in the page: seconds that the managed file's bytes take. */
async function plainDownload(folderId: string): Promise<number> {
  const { document } = globalThis as unknown as { document: { cookie: string } };
  const headers = { authorization: `Bearer ${/auth-token=([^;]+)/.exec(document.cookie)?.[1]}`, 'x-client': 'web' };
  const folder = `/api/file-sharing/folders/${folderId}/files`;
  const { items } = (await (await fetch(`${folder}?page=1`, { headers })).json()) as {
    items: { id: string; mode: string }[];
  };
  // the screen downloads it too: it must not find it in the cache
  const uncached = { headers, cache: 'no-store' };
  const began = performance.now();
  const answer = await fetch(`${folder}/${items.find(({ mode }) => mode === 'managed')?.id}/content`, uncached);
  await answer.arrayBuffer();
  return (performance.now() - began) / 1000;
}
