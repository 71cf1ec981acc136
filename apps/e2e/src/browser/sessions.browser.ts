import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { registerSender } from '@tradepost/tools/client/people';
import { newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account } from '../support/fixtures';

/** The product by HTTPS, with a certificate that only this test trusts. */
async function withHttps(origin: string, use: (origin: string) => Promise<void>) {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-https-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
  const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (call, answer) => {
    const { method, url, headers } = call;
    const forwarded = request(origin + url, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    answer.once('close', () => forwarded.destroy());
    call.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    await use(`https://localhost:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
    rmSync(directory, { recursive: true });
  }
}

const stored = (page: Page) =>
  page.evaluate<string>(
    'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])',
  );
const greeting = (page: Page) => page.getByRole('heading', { name: /Hello/ });
const login = (page: Page) => page.getByRole('heading', { name: 'Welcome back' });

test('over HTTPS, every cookie is secure and can neither be set nor read by another host', async ({
  browser,
  installation,
}) => {
  const person = account('https');
  await registerSender(installation, person);
  await withHttps(installation.origin, async (origin) => {
    const { page } = await newPerson(browser, { origin });
    await signIn(page, person);
    await expect(greeting(page)).toBeVisible();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name).sort()).toEqual(['__Host-auth-token', '__Host-device', '__Host-sid']);
    for (const cookie of cookies) expect(cookie).toMatchObject({ secure: true, sameSite: 'Strict', path: '/' });
    await page.reload();
    await expect(greeting(page)).toBeVisible();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(login(page)).toBeVisible();
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Host-device']);
  });
});

test('the end of a session in any way leaves no data of the person in the browser', async ({
  browser,
  installation,
}) => {
  const person = account('leaving');
  await registerSender(installation, person);
  const { page } = await newPerson(browser, installation);
  const enter = async () => {
    await signIn(page, person);
    await expect(greeting(page)).toBeVisible();
    expect(await stored(page)).toContain(person.email);
  };
  const expectNothing = async (at: Page) => {
    await expect(login(at)).toBeVisible();
    const left = await stored(at);
    for (const piece of [person.email, person.firstName, person.lastName]) expect(left).not.toContain(piece);
    expect(await at.content()).not.toContain(person.email);
  };

  await enter();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expectNothing(page);
  await page.context().setOffline(false);

  await enter();
  await page.context().clearCookies({ name: 'auth-token' });
  await expectNothing(page);

  // it ends while no tab is open
  await enter();
  await page.goto('about:blank');
  await page.context().clearCookies({ name: 'auth-token' });
  await page.goto('/');
  await expectNothing(page);
});
