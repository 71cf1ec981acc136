import { expect, type Page } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { acceptDelivery } from '@tradepost/tools/client/deliveries';
import { makeAdmin } from '@tradepost/tools/seed/demo';
import type { Topology } from '@tradepost/tools/topology/start';
import { expectNoFindings, type Theme } from '../support/browser/axe';
import { newPerson, sessionOf, sizes } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { expectFingerTargets } from '../support/browser/narrow-screens';
import { account } from '../support/fixtures';
import { deliveredSamples, tradingPair, type Pair } from '../support/main-path';
import { newAdmin } from '../support/review';

/** Address, title of the window, heading. */
type Row = [path: string, title: string, heading: string | RegExp];

/** The landmarks around the pages of a layout. */
interface Landmarks {
  banners: number;
  navigations: string[];
  footers: number;
}
const alone: Landmarks = { banners: 1, navigations: ['About this site'], footers: 1 };
const signedIn: Landmarks = { ...alone, navigations: ['Main', 'About this site'] };
/** Nothing leads away from the steps after the sign-up. */
const steps: Landmarks = { banners: 0, navigations: [], footers: 0 };

let topology: Topology;
let pair: Pair;
let ids: { folder: string; request: string; transfer: string; link: string; webhook: string };

test.beforeAll(async ({ installation }) => {
  topology = installation;
  pair = await tradingPair(topology);
  const [first, second] = await deliveredSamples(pair, { name: 'Prices 2026', licence: 'For internal use.' });
  const { senderAccount, receiverAccount } = pair;
  const emails = { senderEmail: senderAccount.email, receiverEmail: receiverAccount.email };
  const { id } = await acceptDelivery(topology, { ...pair, ...emails, files: first ? [first] : [] });
  const { expiry } = await pair.receiver.send(routes.transfer, { id });
  const [transfer] = (await pair.sender.send(routes.transfers, {})).items;
  const { requests } = await pair.receiver.send(routes.createRequest, {
    files: [{ id: second?.id ?? '' }],
    receiverEmail: receiverAccount.email,
  });
  const [folder] = await pair.sender.send(routes.folders, {});
  const webhook = await pair.sender.send(routes.createWebhook, {
    url: 'http://127.0.0.1:9/hook',
    kinds: ['request.created'],
  });
  ids = {
    folder: folder?.id ?? '',
    request: requests[0]?.id ?? '',
    transfer: transfer?.requestId ?? '',
    link: `/dashboard?id=${id}&expiry=${expiry}`,
    webhook: webhook.id,
  };
});

/** Follows an address as a link in the page does, without loading everything again. */
const follow = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`);

async function expectSound(
  page: Page,
  [path, title, heading]: Row,
  { banners, navigations, footers }: Landmarks,
  themes?: Theme[],
) {
  const message = `${path} (${title})`;
  await expect(page.getByRole('heading', { level: 1 }), message).toHaveText([heading]);
  await expect(page, message).toHaveTitle(`${title} · Tradepost`);
  await expect(page.locator('.ant-skeleton'), message).toHaveCount(0);
  await expect(page.getByRole('main'), message).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }), message).toHaveCount(1);
  await expect(page.getByRole('banner'), message).toHaveCount(banners);
  for (const name of navigations) await expect(page.getByRole('navigation', { name }), message).toHaveCount(1);
  await expect(page.getByRole('contentinfo'), message).toHaveCount(footers);
  await expectNoFindings(page, message, { themes, targets: true });
}

async function visit(
  page: Page,
  rows: Row[],
  landmarks: Landmarks,
  themes?: Theme[],
  also?: (page: Page, name: string) => Promise<void>,
) {
  for (const [n, row] of rows.entries()) {
    await (n === 0 ? page.goto(row[0]) : follow(page, row[0]));
    await expectSound(page, row, landmarks, themes);
    await also?.(page, row[0]);
  }
}

test('every page of a guest has its title, heading and landmarks, and axe finds nothing', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  const rows: Row[] = [
    ['/login', 'Sign in', 'Welcome back'],
    ['/receiver/login', 'Receiver sign in', 'Welcome back'],
    ['/signup', 'Sign up', 'Sign up'],
    ['/receiver/signup', 'Receiver sign up', 'Sign up'],
    ['/check-email', 'Check your email', 'Check your email'],
    ['/password-reset', 'Reset Password', 'Reset Password'],
    ['/email-verified', 'Email verified', 'Email verified'],
    ['/terms', 'Terms', /./],
    ['/privacy', 'Privacy', /./],
    ['/help', 'Help', /./],
    ['/status', 'Status', 'Status'],
    ['/no/such/page', 'Page not found', 'This page does not exist'],
  ];
  await visit(page, rows, alone);
  expect(failures).toEqual([]);
});

test('every page during a sign-up, a reset or a set-up has them too', async ({ browser }) => {
  const admin = account('admin');
  await makeAdmin(topology, admin);
  const { page, failures } = await newPerson(browser, topology);
  const { token } = await pair.sender.send(routes.login, { email: admin.email, password: admin.password });
  const held = { state: { email: admin.email, emailPasswordReset: admin.email }, version: 0 };
  await page.addInitScript(
    `localStorage.setItem('auth-storage', ${JSON.stringify(JSON.stringify(held))});
     for (const key of ['reset-token', 'onboarding-token', 'enrolment-token']) sessionStorage.setItem(key, ${JSON.stringify(token)});`,
  );
  await visit(
    page,
    [
      ['/otp-password-verification', 'Enter the code', 'Check your Email'],
      ['/reset-password', 'Set new password', 'Set new password'],
      ['/two-step-setup', 'Set up two-step sign-in', 'Set up two-step sign-in'],
    ],
    alone,
  );
  await visit(page, [['/signup-details', 'Company Details', 'Company Details']], steps);
  expect(failures).toEqual([]);
});

test('every page of a sender has its title, heading and landmarks, and axe finds nothing', async ({ browser }) => {
  const { page, failures } = await sessionOf(browser, topology, pair.sender);
  const { companyName } = pair.receiverAccount;
  const settings = {
    profile: 'Profile',
    security: 'Security',
    encryption: 'Encryption',
    notifications: 'Notifications',
    webhooks: 'API and webhooks',
    data: 'Data',
  };
  await visit(
    page,
    [
      ['/', 'Dashboard', 'Hello, Pat'],
      ['/kyc-approval', 'Business Registration', 'Business Registration'],
      [`/workspace?folder=${ids.folder}`, 'Workspace', 'Prices 2026'],
      ['/workspace?view=bin', 'Workspace', 'Bin'],
      ['/send', 'Send files', 'Send files'],
      ['/requests', 'Request Management', 'Request Management'],
      [`/requests/${ids.request}`, 'Request', `Request from ${companyName}`],
      ['/transfers', 'Transfers', 'Transfers'],
      [`/transfers/${ids.transfer}`, 'Transfer', `Transfer to ${companyName}`],
      ['/invitations', 'Invitations', 'Invitations'],
      ['/logs', 'All Logs', 'System Logs'],
      ['/profile#company', 'Settings', 'Company Details'],
      ...Object.entries(settings).map(([tab, heading]): Row => [`/profile#${tab}`, 'Settings', heading]),
      [`/profile/webhooks/${ids.webhook}`, 'Webhook deliveries', 'Deliveries'],
      ['/no/such/page', 'Page not found', 'This page does not exist'],
    ],
    signedIn,
  );
  expect(failures).toEqual([]);
});

test('every page of a receiver has its title, heading and landmarks, also on a phone, and axe finds nothing', async ({
  browser,
}) => {
  const { page, failures } = await sessionOf(browser, topology, pair.receiver);
  const { companyName } = pair.senderAccount;
  const inside: Row[] = [
    ['/', 'Dashboard', 'Hello, Pat'],
    ['/share-folders', 'Share with you', 'Share with you'],
    [`/share-folders?folder=${ids.folder}`, 'Share with you', 'Prices 2026'],
    ['/my-requests', 'My Requests', 'My Requests'],
    [`/requests/${ids.request}`, 'Request', `Request to ${companyName}`],
    ['/my-transfers', 'My Transfers', 'My Transfers'],
    [`/transfers/${ids.transfer}`, 'Transfer', `Transfer from ${companyName}`],
    ['/accept-invitation', 'Accept Invitation', 'Accept Invitation'],
    ['/no/such/page', 'Page not found', 'This page does not exist'],
  ];
  const documents: Row[] = [
    [ids.link, 'Your files', 'Your Files Are Ready'],
    ['/dashboard?id=unknown&expiry=2030-01-01T00:00:00Z', 'Your files', 'Access Denied'],
    [`/transfers/${ids.transfer}/receipt`, 'Receipt', 'Receipt'],
  ];
  await visit(page, inside, signedIn);
  await visit(page, documents, alone);
  await page.setViewportSize(sizes.phone);
  // the main navigation is in a drawer; colours are the same
  await visit(page, inside, alone, ['light'], expectFingerTargets);
  await visit(page, documents, alone, ['light'], expectFingerTargets);
  expect(failures).toEqual([]);
});

test('every page of an admin has its title, heading and landmarks, and axe finds nothing', async ({ browser }) => {
  const { client } = await newAdmin(topology);
  const { page, failures } = await sessionOf(browser, topology, client);
  const { items } = await client.send(routes.kycCases, {});
  const { items: people } = await client.send(routes.people, { page: 1, pageSize: 200 });
  const company = people.flatMap(({ company: found }) => found ?? [])[0];
  await visit(
    page,
    [
      ['/admin', 'Review queue', 'Review queue'],
      [`/admin/cases/${items[0]?.id ?? ''}`, 'Review', /./],
      ['/admin/people', 'Companies and people', 'Companies and people'],
      [`/admin/companies/${company?.id}`, 'Members', company?.companyName ?? ''],
      ['/admin/limits', 'Limits reached', 'Limits reached'],
      ['/admin/audit', 'Audit log', 'Audit log'],
    ],
    signedIn,
  );
  expect(failures).toEqual([]);
});
