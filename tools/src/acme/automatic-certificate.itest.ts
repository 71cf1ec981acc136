import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readCertificate } from '@tradepost/gateway/certificate';
import { DEBIAN_PACKAGES, ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { freePort } from '@tradepost/testing/servers/ports';
import { startProcess, type Running } from '@tradepost/testing/servers/server-process';
import { waitFor } from '@tradepost/testing/wait-for';
import { automaticCertificate } from '../doctor/certificate';
import { root } from '../topology/paths';
import { filesOf } from './automatic-certificate';

/** In a process of its own: it trusts Pebble, and its clock is days ahead. */
const script = `
  const [settings, dataDir, days] = JSON.parse(process.argv[1]);
  const now = Date.now;
  Date.now = () => now() + days * 86_400_000;
  require('./tools/dist/acme/automatic-certificate')
    .startAutomaticCertificate({ settings, dataDir, signal: new AbortController().signal, log: console.log })
    .then(() => console.log('ready'));`;

(ensureDebianPackages(DEBIAN_PACKAGES.acme).length === 0 ? describe : describe.skip)('an automatic certificate', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-acme-'));
  const [key, cert, config] = ['key.pem', 'cert.pem', 'pebble.json'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const dataDir = join(directory, 'data');
  const files = filesOf(dataDir);
  const children: ChildProcess[] = [];
  let authority: Running;
  let settings: Record<string, string>;

  /** @returns what the server says, up to a line with this part */
  async function run(until: string, { days = 0, port = settings.ACME_HTTP_PORT! } = {}) {
    const given = JSON.stringify([{ ...settings, ACME_HTTP_PORT: port }, dataDir, days]);
    const child = spawn(process.execPath, ['-e', script, given], {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: cert },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await waitFor(() => lines.some((line) => line.includes(until)), { what: until });
    return { said: lines.join('\n'), stop: () => child.kill() };
  }

  beforeAll(async () => {
    const [port, management, httpPort] = await Promise.all([freePort(), freePort(), freePort()]);
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
    const pebble = {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: cert,
      privateKey: key,
      httpPort,
      tlsPort: await freePort(),
    };
    writeFileSync(config, JSON.stringify({ pebble }));
    settings = {
      ORIGIN: 'https://localhost',
      HOST: 'localhost',
      ACME_DIRECTORY: `https://localhost:${port}/dir`,
      ACME_EMAIL: 'ops@example.com',
      ACME_HTTP_PORT: String(httpPort),
    };
    authority = await startProcess({
      name: 'Pebble',
      command: '/usr/bin/env',
      // half of the nonces are refused, as an authority may
      args: ['PEBBLE_VA_NOSLEEP=1', 'PEBBLE_WFE_NONCEREJECT=50', 'PEBBLE_AUTHZREUSE=0', 'pebble', '-config', config],
      logFile: join(directory, 'pebble.log'),
      ready: async () => {
        execFileSync('openssl', ['s_client', '-connect', `127.0.0.1:${port}`], {
          stdio: ['ignore', 'ignore', 'ignore'],
        });
      },
    });
  });
  afterAll(async () => {
    for (const child of children) child.kill();
    await authority?.stop();
    rmSync(directory, { recursive: true });
  });

  const present = () => new X509Certificate(readFileSync(files.certificate));

  test('is ordered at the first start, and stored for its owner alone', async () => {
    const { stop } = await run('ready');
    expect(present().checkHost('localhost')).toBe('localhost');
    expect(readCertificate({ TLS_CERTIFICATE_PATH: files.certificate, TLS_KEY_PATH: files.certificate })).toBeTruthy();
    for (const file of [files.certificate, files.account]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(automaticCertificate(dataDir)).toEqual([]);
    const elsewhere = await fetch(`http://localhost:${settings.ACME_HTTP_PORT}/a?b`, { redirect: 'manual' });
    expect(elsewhere.headers.get('location')).toBe('https://localhost/a?b');
    stop();
  });

  test('that cannot be renewed stays, and the log and the doctor say why; later it is renewed, by the same account', async () => {
    const [first, account] = [present().serialNumber, readFileSync(files.account, 'utf8')];
    const { validFrom, validTo } = present();
    const life = (Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000;
    const early = await run('ready', { days: life * 0.6 });
    expect(early.said).toBe('ready');
    early.stop();

    // the authority looks at another port
    const failing = await run('Next attempt in 1 min', { days: life * 0.7, port: String(await freePort()) });
    expect(failing.said).toContain('Could not get a certificate for localhost: The authority rejected the request');
    expect(present().serialNumber).toBe(first);
    expect(automaticCertificate(dataDir)).toMatchObject([
      { state: 'warn', found: expect.stringContaining('rejected') },
    ]);
    failing.stop();

    const renewed = await run('is valid until', { days: life * 0.7 });
    expect(present().serialNumber).not.toBe(first);
    expect(readFileSync(files.account, 'utf8')).toBe(account);
    expect(existsSync(files.failure)).toBe(false);
    renewed.stop();
  });
});
