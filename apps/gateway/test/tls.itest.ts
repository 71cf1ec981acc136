import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls, { connect, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import { waitFor } from '@tradepost/testing/wait-for';
import { readCertificate } from '../src/certificate';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-tls-'));
const file = (name: string) => join(directory, name);
const paths = { TLS_CERTIFICATE_PATH: file('live.pem'), TLS_KEY_PATH: file('live.key') };

function issue(name: string, ...validity: string[]) {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${name}`],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)],
      ...(validity.length > 0 ? validity : ['-days', '2']),
    ],
    { stdio: 'ignore' },
  );
}

function install(name: string, keyOf = name) {
  cpSync(file(`${name}.pem`), paths.TLS_CERTIFICATE_PATH);
  cpSync(file(`${keyOf}.key`), paths.TLS_KEY_PATH);
}

describe('HTTPS with certificate files', () => {
  const leastVersion = tls.DEFAULT_MIN_VERSION;
  let gateway: GatewayUnderTest;
  let port: number;
  const name = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(String((socket.getPeerCertificate() as PeerCertificate).subject.CN));
        socket.end();
      });
      socket.once('error', reject);
    });

  beforeAll(async () => {
    for (const one of ['first', 'second']) issue(one);
    install('first');
    // Node's own least version hides a server that sets none
    tls.DEFAULT_MIN_VERSION = 'TLSv1';
    gateway = await startGateway(paths);
    port = Number(new URL(gateway.origin).port);
  });
  afterAll(async () => {
    await gateway.stop();
    tls.DEFAULT_MIN_VERSION = leastVersion;
    rmSync(directory, { recursive: true });
    for (const setting of Object.keys(paths)) delete process.env[setting];
  });

  it('answers, and tells browsers to use only HTTPS', async () => {
    const headers = await new Promise<object>((resolve, reject) =>
      get({ port, host: '127.0.0.1', path: '/api/key-log', rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(response.headers);
      }).once('error', reject),
    );
    expect(headers).toMatchObject({ 'strict-transport-security': 'max-age=31536000' });
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  /** What the server and a client with these options agree on. */
  const agreed = (options: ConnectionOptions) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
        socket.end();
      });
      socket.once('error', reject);
    });
  // the oldest levels of security, which a client must ask OpenSSL for
  const former = { ciphers: 'ALL@SECLEVEL=0', minVersion: 'TLSv1' } as const;

  it('uses the newest TLS version of the client, and none before 1.2', async () => {
    expect(await agreed({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
    expect(await agreed({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384$/);
    for (const maxVersion of ['TLSv1', 'TLSv1.1'] as const)
      await expect(agreed({ ...former, maxVersion })).rejects.toThrow(/protocol version/);
  });

  it.each([
    'ECDHE-ECDSA-AES256-SHA384',
    'ECDHE-ECDSA-AES128-SHA256',
    'ECDHE-ECDSA-AES128-SHA',
    'ECDHE-ECDSA-AES256-CCM',
  ])('refuses a client that supports only %s, also after a renewal', async (ciphers) => {
    for (const renewed of [false, true]) {
      if (renewed) process.emit('SIGHUP', 'SIGHUP');
      await expect(agreed({ ciphers, maxVersion: 'TLSv1.2' })).rejects.toThrow(/handshake failure/);
    }
  });

  it('uses a renewed certificate on SIGHUP, and keeps it when the next one is wrong', async () => {
    expect(await name()).toBe('first');
    install('second');
    process.emit('SIGHUP', 'SIGHUP');
    await waitFor(async () => (await name()) === 'second');
    install('first', 'second');
    process.emit('SIGHUP', 'SIGHUP');
    expect(await name()).toBe('second');
  });

  it('does not start with files that do not match', () => {
    expect(() => readCertificate(paths)).toThrow('is not the key of the certificate');
    expect(() => readCertificate({ TLS_KEY_PATH: paths.TLS_KEY_PATH })).toThrow('belong together');
    writeFileSync(paths.TLS_CERTIFICATE_PATH, 'nothing');
    expect(() => readCertificate(paths)).toThrow();
    expect(readCertificate({})).toBeNull();
  });
});
