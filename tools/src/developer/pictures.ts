import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { chromium, type Browser, type Page } from '@playwright/test';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { kycDocuments } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { languages } from '@tradepost/contracts/values/language';
import { startDns, type DnsServer } from '@tradepost/testing/dns';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { ensureDebianPackages, findChromium } from '@tradepost/testing/servers/debian';
import { signedIn } from '../bench/support/signed-in';
import { signedInAdmin } from '../client/admin';
import { e2eUserOf, sealedTransfer, uploadSealed } from '../client/e2e-users';
import { register, registerPair } from '../client/people';
import { demo } from '../seed/demo';
import { demoFiles } from '../seed/demo-files';
import { root } from '../topology/paths';
import { startTopology, type Topology } from '../topology/start';

const folders = ['Customs declarations', 'Grain exports', 'Freight rates 2026', 'Port prices', 'Trade 2025'];
const domain = 'harbour-data.example';
const tables = { 'rates-rotterdam.csv': 1_200, 'rates-hamburg.csv': 820, 'rates-lisbon.csv': 310 };

/** Takes the screenshots of the README in a temporary installation. */
async function pictures() {
  ensureDebianPackages(['chromium-headless-shell']);
  const dataDir = await mkdtemp(join(tmpdir(), 'tradepost-pictures-'));
  const dns = await startDns();
  const env = { LOG_LEVEL: 'warn', DNS_SERVERS: dns.address };
  const topology = await startTopology({ kind: 'embedded', dataDir, persistent: false, env });
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  try {
    const { requestId, approver, buyer } = await trade(topology, dns);
    const sender = await signedIn(browser, topology, demo.sender, '/login');
    await sender.getByText('of 5 folders').waitFor();
    await photograph(sender, 'dashboard');
    await sender.getByRole('link', { name: /^Trade 2025/ }).click();
    await sender.getByRole('button', { name: 'prices.csv', exact: true }).waitFor();
    await photograph(sender, 'workspace');
    await sender.goto('/profile#members');
    await sender.getByText('Nina Approver', { exact: true }).waitFor();
    await photograph(sender, 'members');
    await photograph(await connecting(sender), 'single-sign-on');
    await photograph(await approving(browser, topology, approver, requestId), 'approval');
    const link = await sealedLink(topology);
    const receiver = await signedIn(browser, topology, demo.receiver, '/receiver/login');
    await receiver.goto(link);
    await protectionShown(receiver);
    await photograph(receiver, 'download');
    await productViews(receiver, buyer);
    await photograph(await reviewer(browser, topology), 'review');
  } finally {
    await browser.close();
    await topology.stop();
    dns.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Trade {
  /** Waits for an approval. */
  requestId: string;
  approver: ApiClient;
  buyer: ApiClient;
}

/** Two companies with files, a live transfer, and a request that a colleague must approve. */
async function trade(topology: Topology, dns: DnsServer): Promise<Trade> {
  const { sender, receiver } = await registerPair(topology, demo.sender, demo.receiver);
  const document = demoFiles.find(({ type }) => type === 'application/pdf');
  if (!document) throw new Error('The demo has no PDF file');
  const { type, content } = document;
  for (const [documentId] of kycDocuments) {
    const file = { name: `${documentId}.pdf`, type, content };
    await sender.sendForm(routes.uploadKycDocument, { documentId }, {}, { file });
  }
  let folderId = '';
  for (const name of folders) folderId = (await sender.send(routes.createFolder, { name })).id;
  for (const { fields, ...file } of demoFiles)
    await sender.sendForm(routes.uploadFile, { folderId }, { name: file.name, ...fields }, { file });
  for (const [name, rows] of Object.entries(tables)) {
    const table = new Blob([`port,price\n${'Rotterdam,410.25\n'.repeat(rows)}`], { type: 'text/csv' });
    const fields = { name, category: 'Trade', price: '0.25', currency: 'EUR', numberOfRecords: String(rows) };
    await sender.sendForm(routes.uploadFile, { folderId }, fields, { file: { name, content: table } });
  }
  await sender.send(routes.deliver, { id: folderId, email: [demo.receiver.email] });
  const { items } = await receiver.send(routes.receivedFiles, { folderId, page: 1, pageSize: 10, sort: 'name' });
  const [first = '', second = '', ...others] = items.map(({ fileId }) => fileId);
  await accept(topology, sender, receiver, [first, second]);
  const approver = await colleague(topology, sender);
  await sender.send(routes.setApprovalRule, { approvals: 1, above: null });
  const { requests } = await request(receiver, others);
  await verifyDomain(sender, dns);
  return { requestId: requests[0]?.id ?? '', approver, buyer: receiver };
}

/** An approver of the sender's company; another invitation is open. */
async function colleague(topology: Topology, sender: ApiClient): Promise<ApiClient> {
  const person = { ...demo.receiver, firstName: 'Nina', lastName: 'Approver', email: 'nina@harbour-data.test' };
  await sender.send(routes.inviteMembers, { emails: [person.email], roles: ['approver'] });
  await sender.send(routes.inviteMembers, { emails: ['audit@harbour-data.test'], roles: ['auditor'] });
  const client = await register(topology, 'receiver', person);
  const [invitation] = await client.send(routes.receivedMemberInvitations, {});
  await client.send(routes.acceptMemberInvitation, { id: invitation?.id ?? '' });
  const joined = (await client.send(routes.companies, {})).find(({ roles }) => roles.includes('approver'));
  const { token } = await client.send(routes.switchCompany, { companyId: joined?.companyId ?? '' });
  client.token = token;
  return client;
}

async function verifyDomain(sender: ApiClient, dns: DnsServer): Promise<void> {
  const { domains } = await sender.send(routes.addSsoDomain, { domain });
  dns.txt.set(
    domain,
    domains.map(({ record }) => record),
  );
  await sender.send(routes.verifySsoDomain, { id: domains[0]?.id ?? '' });
}

/** The settings of single sign-on, with a verified domain and a connection that is not saved yet. */
async function connecting(page: Page): Promise<Page> {
  await page.goto('/profile#sso');
  await page.getByText('Verified', { exact: true }).waitFor();
  await page.getByLabel('Issuer').fill(`https://login.${domain}`);
  await page.getByLabel('Client ID').fill('tradepost');
  return page;
}

/** The page of the request, as the approver sees it. */
async function approving(browser: Browser, topology: Topology, approver: ApiClient, requestId: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: topology.origin });
  await page.context().addCookies([{ name: 'auth-token', value: approver.token ?? '', url: topology.origin }]);
  await page.goto(`/requests/${requestId}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  return page;
}

const request = (receiver: ApiClient, ids: string[]) =>
  receiver.send(routes.createRequest, { files: ids.map((id) => ({ id })), receiverEmail: demo.receiver.email });

async function accept({ inboxUrl }: Topology, sender: ApiClient, receiver: ApiClient, ids: string[]) {
  const { requests } = await request(receiver, ids);
  const id = requests[0]?.id ?? '';
  const before = (await inboxAt(inboxUrl).mailTo(demo.sender.email)).at(-1);
  await sender.send(routes.createStepUpCode, { requestId: id, email: demo.sender.email });
  const mail = await inboxAt(inboxUrl).waitForMail({
    to: demo.sender.email,
    subject: /code/i,
    ...(before && { after: before }),
  });
  await sender.send(routes.verifyStepUpCode, { id, code: codeIn(mail) });
  await sender.send(routes.confirmRequest, { requestId: id, expiry: inAWeek() });
}

const inAWeek = () => new Date(Date.now() + 6.5 * 24 * 3_600_000).toISOString();

/** The sender delivers the files of the demo end-to-end encrypted and accepts the request. @returns the path of the transfer's link */
async function sealedLink(topology: Topology): Promise<string> {
  const sender = await e2eUserOf(topology, demo.sender, 'sender');
  const receiver = await e2eUserOf(topology, demo.receiver, 'receiver');
  await sender.client.send(routes.setApprovalRule, { approvals: 0, above: null });
  const { id: folderId } = await sender.client.send(routes.createFolder, { name: 'Market prices' });
  const ids: string[] = [];
  for (const { name, type, content } of demoFiles)
    ids.push(await uploadSealed(sender, folderId, { name, type, content: new Blob([content]) }));
  await sender.client.send(routes.deliver, { id: folderId, email: [demo.receiver.email] });
  const { id, expiry } = await sealedTransfer(topology, sender, receiver, ids, inAWeek());
  return `/dashboard?${new URLSearchParams({ id, expiry })}`;
}

/** An admin on the review of the demo sender. Its token comes from the API, because the screens ask for two steps. */
async function reviewer(browser: Browser, topology: Topology): Promise<Page> {
  const admin = await signedInAdmin(topology, demo.admin);
  const page = await browser.newPage({ baseURL: topology.origin });
  await page.context().addCookies([{ name: 'auth-token', value: admin.token ?? '', url: topology.origin }]);
  await page.goto('/admin');
  await page.getByRole('link', { name: demo.sender.companyName }).first().click();
  await page.getByRole('button', { name: /^Claim/ }).click();
  await page.getByRole('img', { name: /^Page 1 of / }).waitFor();
  return page;
}

/** Bytes; a guest loads one of them next to the sign-in. */
const mostOfView = 40_000;

/** The page of a transfer in every language and both themes, as the sign-in shows it. */
async function productViews(page: Page, reader: ApiClient) {
  await page.setViewportSize({ width: 760, height: 620 });
  for (const language of languages) {
    await reader.send(routes.saveLanguage, { language });
    await page.reload();
    await page.locator(`html[lang=${language}]`).waitFor();
    await page.locator('.ant-skeleton, .held-place').first().waitFor({ state: 'detached' });
    await page.locator('.list-row').first().waitFor();
    await protectionShown(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      const picture = await new Transformer(await page.screenshot({ animations: 'disabled' })).webp(82);
      const path = `apps/web/public/product-view/${language}-${colorScheme}.webp`;
      if (picture.length > mostOfView) throw new Error(`${path} has ${picture.length} bytes, at most ${mostOfView}`);
      await writeFile(join(root, path), picture);
      console.log(path);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The page of a transfer says how its files are protected once the browser has checked it. */
const protectionShown = (page: Page) => page.locator('main .anticon-lock').first().waitFor();

async function photograph(page: Page, name: string) {
  await page.setViewportSize({ width: 1440, height: 900 });
  // the places of what is loading
  await page.locator('.ant-skeleton, .held-place').first().waitFor({ state: 'detached' });
  await page.evaluate('scrollTo(0, 0)');
  // no row looks hovered
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(root, 'docs/images', `${name}.png`), animations: 'disabled' });
  console.log(`docs/images/${name}.png`);
}

pictures().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
