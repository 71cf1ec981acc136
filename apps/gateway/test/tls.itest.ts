import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
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
    gateway = await startGateway(paths);
    port = Number(new URL(gateway.origin).port);
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(directory, { recursive: true });
    for (const setting of Object.keys(paths)) delete process.env[setting];
  });

  it('answers, and tells browsers to come back by HTTPS only', async () => {
    const headers = await new Promise<object>((resolve, reject) =>
      get({ port, host: '127.0.0.1', path: '/api/key-log', rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(response.headers);
      }).once('error', reject),
    );
    expect(headers).toMatchObject({ 'strict-transport-security': 'max-age=31536000' });
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('serves a renewed certificate on SIGHUP, and stays with it when the next one is wrong', async () => {
    expect(await name()).toBe('first');
    install('second');
    process.emit('SIGHUP', 'SIGHUP');
    await waitFor(async () => (await name()) === 'second');
    install('first', 'second');
    process.emit('SIGHUP', 'SIGHUP');
    expect(await name()).toBe('second');
  });

  it('does not start with files that do not fit', () => {
    expect(() => readCertificate(paths)).toThrow('is not the key of the certificate');
    expect(() => readCertificate({ TLS_KEY_PATH: paths.TLS_KEY_PATH })).toThrow('belong together');
    writeFileSync(paths.TLS_CERTIFICATE_PATH, 'nothing');
    expect(() => readCertificate(paths)).toThrow();
    expect(readCertificate({})).toBeNull();
  });
});
