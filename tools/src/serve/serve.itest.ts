import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { startInbox, type RunningInbox } from '@tradepost/testing/servers/inbox';
import { freePort } from '@tradepost/testing/servers/ports';
import { waitFor } from '@tradepost/testing/wait-for';
import { root } from '../topology/paths';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-serve-'));
const configFile = join(directory, 'tradepost.env');
const data = join(directory, 'data');
const script = (name: string) => join(root, 'tools/dist/operator', `${name}.js`);
const run = (name: string, ...args: string[]) =>
  spawnSync(process.execPath, [script(name), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIRECTORY: data },
  });

describe('one server', () => {
  let inbox: RunningInbox;
  let port: number;
  let child: ChildProcess | undefined;
  let lines: string[] = [];
  const line = (part: string) => waitFor(() => lines.find((one) => one.includes(part)));

  function start() {
    lines = [];
    child = spawn(process.execPath, [script('serve'), '--config', configFile, '--data', data], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const output of [child.stdout!, child.stderr!])
      createInterface({ input: output }).on('line', (one) => lines.push(one));
  }
  async function stop() {
    const { exitCode } = child!;
    if (exitCode !== null) return exitCode;
    child!.kill('SIGTERM');
    return new Promise((done) => child!.once('exit', done));
  }

  /** With the certificate of the test, which nobody has signed. */
  const call = (method: string, path: string, body = '', type = 'application/x-www-form-urlencoded') =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = method === 'GET' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) };
      const request = httpsRequest(
        { host: '127.0.0.1', port, method, path, headers, rejectUnauthorized: false },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      request.once('error', reject);
      request.end(body);
    });

  beforeAll(async () => {
    inbox = await startInbox({ dataDir: join(directory, 'inbox') });
    port = await freePort();
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-subj', '/CN=localhost', '-keyout', join(directory, 'key.pem'), '-out', join(directory, 'cert.pem')],
      ],
      { stdio: 'ignore' },
    );
    writeFileSync(
      configFile,
      [
        `ORIGIN=https://localhost:${port}`,
        `PORT=${port}`,
        `SMTP_URL=${inbox.smtpUrl}`,
        'MAIL_FROM=Tradepost <no-reply@example.com>',
        `TLS_CERTIFICATE_PATH=${join(directory, 'cert.pem')}`,
        `TLS_KEY_PATH=${join(directory, 'key.pem')}`,
      ].join('\n'),
    );
  });
  afterAll(async () => {
    if (child) await stop();
    await inbox.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  test('a file with errors is refused, and every error is listed', () => {
    const wrong = join(directory, 'wrong.env');
    writeFileSync(
      wrong,
      `ORIGIN=http://trade.example.com\nSMTP_URL=mail.example.com\nPORT=eighty\nKYC_RETENTION_DAYS=-1\nCODES_PER_HOUR=0\nTLS_KEY_PATH=/x\n`,
    );
    const { status, stderr } = run('config', 'check', '--config', wrong);
    expect(status).toBe(1);
    for (const fault of [
      'MAIL_FROM is missing',
      'ORIGIN must begin with https://',
      'SMTP_URL is not valid',
      'PORT is not valid',
      'KYC_RETENTION_DAYS is not valid',
      'CODES_PER_HOUR is not valid',
      'TLS_CERTIFICATE_PATH and TLS_KEY_PATH belong together',
    ])
      expect(stderr).toContain(fault);
    const given = readFileSync(configFile, 'utf8');
    const check = (changes: (text: string) => string) => {
      writeFileSync(wrong, changes(given));
      return run('config', 'check', '--config', wrong);
    };
    const open = (text: string) => `${text.replace(/^TLS_.*$/gm, '')}\nHOST=0.0.0.0`;
    expect(check(open).stderr).toContain('HOST is reachable from other machines by plain HTTP');
    expect(check((text) => `${open(text)}\nTRUST_PROXY=10.0.0.1`)).toMatchObject({ status: 0, stderr: '' });
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(check((text) => text.replace('https://localhost', `http://${host}`))).toMatchObject({
        status: 0,
        stderr: '',
      });
    writeFileSync(wrong, 'KYC_FOUR_EYE=true\n');
    expect(run('config', 'check', '--config', wrong).stderr).toContain('did you mean KYC_FOUR_EYES?');
    expect(run('config', 'check', '--config', configFile)).toMatchObject({ status: 0, stderr: '' });
  });

  test('until there is an admin, only the holder of the token in the log can create one, once', async () => {
    start();
    const address = new URL((await line('/setup?token='))!);
    const token = address.searchParams.get('token')!;
    const admin = (changes: object = {}) =>
      new URLSearchParams({
        token,
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: '<b>',
        password: 'correct-horse!',
        ...changes,
      }).toString();
    child!.kill('SIGHUP');
    await line('nothing to reload');
    expect(await call('GET', '/')).toMatchObject({ status: 403, text: expect.stringContaining('in its log') });
    expect((await call('GET', '/setup?token=guess')).status).toBe(403);
    // guesses of strangers do not close the page to its owner
    for (let guess = 0; guess < 30; guess++)
      expect((await call('POST', '/setup', admin({ token: 'guess' }))).status).toBe(403);
    expect((await call('GET', address.pathname + address.search)).text).toContain('Create admin');
    const refused = await call('POST', '/setup', admin({ password: 'short' }));
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('Password must be') });
    for (const weak of ['P@ssw0rd', 'Tradepost1!'])
      expect((await call('POST', '/setup', admin({ password: weak }))).status).toBe(400);
    expect(refused.text).toContain('&lt;b&gt;');
    expect(refused.text).not.toContain('value="short"');
    expect((await call('POST', '/setup', admin({ lastName: 'Lovelace' }))).text).toContain('The admin was created');
    await line('Tradepost serves');
    expect((await call('POST', '/setup', admin({ email: 'eve@example.com' }))).status).not.toBe(200);
  });

  test('it serves the web app and the API over HTTPS, sends mail, lets the admin sign in, and has neither demo accounts nor the API page', async () => {
    expect((await call('GET', '/')).text).toContain('<div id="root">');
    expect((await call('GET', '/docs')).text).not.toContain('openapi');
    const password = 'correct-horse!';
    const json = (path: string, body: object) => call('POST', path, JSON.stringify(body), 'application/json');
    expect((await json('/api/auth/login', { email: 'ada@example.com', password })).text).toContain('"token"');
    expect((await json('/api/auth/login', { email: 'eve@example.com', password })).status).toBe(401);
    const signup = { firstname: 'Bo', lastname: 'B', email: 'bo@example.com', password };
    expect((await json('/api/auth/signup', signup)).status).toBeLessThan(300);
    await waitFor(async () => (await inboxAt(inbox.webUrl).mailTo('bo@example.com'))[0]);
    expect(run('test-mail', 'ops@example.com').stderr).toContain('SMTP_URL (missing)');
    expect(lines.join('\n')).not.toContain('demo');
  });

  test('the operator commands find it by DATA_DIRECTORY, and it starts again without the page', async () => {
    const backups = join(directory, 'backups');
    const made = run('backup', '--into', backups, '--keep', '7d', '--verify');
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified ') });
    expect(run('doctor').stdout).toMatch(/ok {2} {2}PostgreSQL/);
    expect(await stop()).toBe(0);
    start();
    await line('Tradepost serves');
    expect(lines.some((one) => one.includes('/setup'))).toBe(false);
    expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toContain('atRestKey');
  });

  test('it ends with an error when its PostgreSQL is killed, so that systemd starts it again', async () => {
    const ended = once(child!, 'exit');
    const [pid] = readFileSync(join(data, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    expect(await ended).toEqual([1, null]);
    expect(lines).toContain('PostgreSQL stopped unexpectedly (killed)');
  });

  test('without a certificate, a reload changes nothing', async () => {
    const plain = readFileSync(configFile, 'utf8')
      .replace(/^TLS_.*$/gm, '')
      .replace('https:', 'http:');
    writeFileSync(configFile, plain);
    start();
    await line('Tradepost serves');
    child!.kill('SIGHUP');
    await line('nothing to reload');
    expect((await fetch(`http://localhost:${port}/api/health/live`)).status).toBe(200);
    expect(await stop()).toBe(0);
  });
});
