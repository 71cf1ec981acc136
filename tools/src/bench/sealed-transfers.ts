import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { findChromium } from '@tradepost/testing/servers/debian';
import { holderOf, sealedTransfer, uploadSealed, type Holder } from '../client/holders';
import { register, registerSender, type Account } from '../client/people';
import type { Topology } from '../topology/start';
import { median, seconds, spread } from './measure';
import { slowNetwork } from './slow-network';

const MB = 1024 * 1024;
const rounds = 3;
const slowBytes = 24 * MB;
const slowRate = 4 * MB;
const longest = 1.15;
/** 2 GB, as files of 50 MiB. */
const large = { files: 41, bytes: 50 * MB };
const mostMemory = 500;

const person = (role: string): Account => ({ firstName: 'Ben', lastName: role, email: `${role}-sealed-${Date.now()}@example.com`, password: 'Bench-bench-1!', companyName: `Bench ${role}` });
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes - 9)]);

/** Sealed files through the web app in Chromium: upload and download on a slow network beside plain ones, and the memory of a download of 2 GB. */
export async function sealedTransfers(topology: Topology): Promise<boolean> {
  const [senderAccount, receiverAccount] = [person('sender'), person('receiver')];
  const plain = await registerSender(topology, senderAccount);
  await plain.send(routes.invite, { emails: [receiverAccount.email] });
  const receiving = await register(topology, 'receiver', receiverAccount);
  for (const { id } of await receiving.send(routes.receivedInvitations, {})) await receiving.send(routes.acceptInvitation, { id });
  const [sender, receiver] = [await holderOf(topology, senderAccount, 'sender'), await holderOf(topology, receiverAccount, 'receiver')];
  const isQuick = await onSlowNetwork(topology, { account: senderAccount, holder: sender });
  return (await memoryOfLarge(topology, sender, { account: receiverAccount, holder: receiver })) && isQuick;
}

interface Someone {
  account: Account;
  holder: Holder;
}

async function signedIn(browser: Browser, { origin }: Topology, { email, password }: Account, path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin, acceptDownloads: true });
  const later = page.getByRole('dialog', { name: 'Save your recovery key' });
  await page.addLocatorHandler(later, () => later.getByRole('button', { name: 'Later' }).click());
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: /Hello/ }).waitFor();
  return page;
}

const launched = (proxy?: string) =>
  chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu', ...(proxy ? [`--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>'] : [])] });

/** Each round: the same file plain by `fetch` and sealed by the screen, up and down again. */
async function onSlowNetwork(topology: Topology, { account, holder }: Someone): Promise<boolean> {
  const network = await slowNetwork(slowRate);
  const browser = await launched(network.url);
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-slow-'));
  try {
    const { id: folderId } = await holder.client.send(routes.createFolder, { name: 'Slow' });
    const page = await signedIn(browser, topology, account, '/login');
    await page.getByRole('button', { name: /Slow/ }).first().click();
    const ratios = { up: [] as number[], down: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const name = `${round}.pdf`;
      const path = join(directory, name);
      writeFileSync(path, pdf(slowBytes));
      const bare = await page.evaluate(plainly, { folderId, bytes: slowBytes, name: `plain-${name}` });
      await page.locator('input[type=file]').first().setInputFiles(path);
      const information = page.getByRole('dialog', { name: 'File Information' });
      await information.waitFor();
      const uploads = page.getByRole('region', { name: 'Uploads' });
      const up = await seconds(async () => {
        await information.getByRole('button', { name: 'Proceed' }).click();
        await uploads.getByText('Hash checked').waitFor({ timeout: 120_000 });
      });
      await uploads.getByRole('button', { name: 'Close the uploads' }).click();
      const down = await seconds(async () => {
        await page.getByRole('button', { name: `Actions for ${name}` }).click();
        const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), page.getByRole('menuitem', { name: 'Download', exact: true }).click()]);
        if (!readFileSync(await download.path()).equals(readFileSync(path))) throw new Error(`${name} came back changed`);
      });
      ratios.up.push(up / bare.up);
      ratios.down.push(down / bare.down);
    }
    console.log(`${slowBytes / MB} MB at ${slowRate / MB} MB a second, sealed by the time of plain: up ${spread(ratios.up, 2)}, down ${spread(ratios.down, 2)} (at most ${longest})`);
    return median(ratios.up) <= longest && median(ratios.down) <= longest;
  } finally {
    await browser.close();
    network.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs in the page: a plain upload and download, in seconds. */
async function plainly({ folderId, bytes, name }: { folderId: string; bytes: number; name: string }) {
  const { document } = globalThis as unknown as { document: { cookie: string } };
  const headers = { authorization: `Bearer ${/auth-token=([^;]+)/.exec(document.cookie)?.[1]}`, 'x-client': 'web' };
  const content = new Uint8Array(bytes);
  content.set(new TextEncoder().encode('%PDF-1.4\n'));
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'application/pdf' }), name);
  const folder = `/api/file-sharing/folders/${folderId}/files`;
  const began = performance.now();
  const answer = await fetch(folder, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(await answer.text());
  const { file } = (await answer.json()) as { file: { id: string } };
  const sent = performance.now();
  await (await fetch(`${folder}/${file.id}/content`, { headers })).arrayBuffer();
  return { up: (sent - began) / 1000, down: (performance.now() - sent) / 1000 };
}

/** Megabytes of every process that Playwright's browser consists of, shared pages counted once. */
function memoryOf(pid: number): number {
  const parents = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${entry}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(entry)]);
  }
  const family = [pid];
  for (const one of family) family.push(...(parents.get(one) ?? []));
  const kilobytes = family.map((one) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${one}/smaps_rollup`))?.[1] ?? 0));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Nothing for a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

async function memoryOfLarge(topology: Topology, sender: Holder, { account, holder }: Someone): Promise<boolean> {
  const { id: folderId } = await sender.client.send(routes.createFolder, { name: 'Large' });
  const content = new Blob([new Uint8Array(pdf(large.bytes))]);
  const ids: string[] = [];
  for (let n = 0; n < large.files; n++) ids.push(await uploadSealed(sender, folderId, { name: `${n}.pdf`, type: 'application/pdf', content }));
  await sender.client.send(routes.deliver, { id: folderId, email: [account.email] });
  const { id, expiry } = await sealedTransfer(topology, sender, holder, ids);

  const browser = await chromium.launchServer({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] });
  const pid = browser.process().pid ?? 0;
  try {
    const page = await signedIn(await chromium.connect(browser.wsEndpoint()), topology, account, '/receiver/login');
    // saved by the stream of the service worker: nobody can answer the browser's own dialog here
    await page.addInitScript('delete window.showSaveFilePicker');
    await page.goto(`/dashboard?id=${id}&expiry=${encodeURIComponent(expiry)}`);
    const button = page.getByRole('button', { name: 'Download All Files' });
    await button.waitFor();
    const before = memoryOf(pid);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 200);
    let saved = '';
    const took = await seconds(async () => {
      const [download] = await Promise.all([page.waitForEvent('download', { timeout: 600_000 }), button.click()]);
      saved = await download.path();
    });
    clearInterval(watch);
    const { size: bytes } = statSync(saved);
    const least = large.files * large.bytes;
    if (bytes < least) throw new Error(`${bytes} bytes were saved instead of ${least}`);
    console.log(`a sealed transfer of ${Math.round(least / MB)} MB: ${Math.round(bytes / MB / took)} MB a second; Chromium ${Math.round(before)} MB before, ${Math.round(most)} MB at most (at most ${mostMemory})`);
    return most <= mostMemory;
  } finally {
    await browser.close();
  }
}
