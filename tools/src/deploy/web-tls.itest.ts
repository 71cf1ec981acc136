import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectPlain, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { siteManifestName, type SiteManifest } from '@tradepost/contracts/encryption/site-manifest';
import { DEBIAN_PACKAGES, ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { startWebServer, type WebServer } from './web-server';

const origin = 'https://tradepost.example.com';
const hsts = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };
const manifest: SiteManifest = { format: 'tradepost-site/1', version: '9.9.9', headers: hsts, files: [] };

(ensureDebianPackages(DEBIAN_PACKAGES.web).length === 0 ? describe : describe.skip)('the web server with HTTPS', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-web-tls-'));
  let gateway: Server;
  let nginx: WebServer;
  /** What reached the gateway, by address. */
  const reached: string[] = [];

  beforeAll(async () => {
    const [built, tls] = [join(directory, 'built'), join(directory, 'tls')];
    mkdirSync(join(built, 'assets'), { recursive: true });
    mkdirSync(tls);
    writeFileSync(join(built, 'index.html'), '<!doctype html><title>Tradepost</title>');
    writeFileSync(join(built, 'assets/index-3f2a.js'), '1');
    writeFileSync(join(built, siteManifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=tradepost.example.com'],
        ...['-keyout', join(tls, 'tls.key'), '-out', join(tls, 'tls.crt')],
      ],
      { stdio: 'ignore' },
    );
    gateway = createServer((call, response) => {
      reached.push(call.url ?? '');
      call.resume();
      response.end(JSON.stringify(call.headers));
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const { port } = gateway.address() as AddressInfo;
    nginx = await startWebServer(directory, built, `http://127.0.0.1:${port}`, origin);
  });

  afterAll(async () => {
    await nginx?.stop();
    gateway?.closeAllConnections();
    gateway?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const call = (ask: typeof httpRequest, port: number, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
      const options = { port, path, headers, agent: false, rejectUnauthorized: false };
      ask(options, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      })
        .once('error', reject)
        .end();
    });
  const plain = (path: string, headers?: Record<string, string>) => call(httpRequest, nginx.port, path, headers);
  const secure = (path: string) => call(httpsRequest as typeof httpRequest, nginx.tlsPort, path);
  const agreed = (options: ConnectionOptions) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: nginx.tlsPort, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
        socket.end();
      });
      socket.once('error', reject);
    });

  test('answers over HTTPS and passes the scheme to the gateway', async () => {
    expect(readFileSync(nginx.logFile, 'utf8')).toBe('');
    expect(await secure('/')).toMatchObject({ status: 200, headers: hsts, text: expect.stringContaining('Tradepost') });
    expect(JSON.parse((await secure('/api/echo')).text)).toMatchObject({ 'x-forwarded-proto': 'https' });
  });

  test('uses the newest TLS version of the client, and none before 1.2', async () => {
    expect(await agreed({})).toMatch(/^TLSv1\.3 TLS_AES_256_GCM_SHA384$/);
    expect(await agreed({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384');
    for (const maxVersion of ['TLSv1', 'TLSv1.1'] as const)
      await expect(agreed({ ciphers: 'ALL@SECLEVEL=0', minVersion: 'TLSv1', maxVersion })).rejects.toThrow(
        /protocol version/,
      );
  });

  test.each(['AES256-GCM-SHA384', 'ECDHE-RSA-AES256-SHA384', 'ECDHE-RSA-AES128-SHA', 'DHE-RSA-AES256-GCM-SHA384'])(
    'refuses a client that supports only %s',
    async (ciphers) => {
      await expect(agreed({ ciphers, maxVersion: 'TLSv1.2' })).rejects.toThrow(/handshake failure/);
    },
  );

  test('serves nothing over plain HTTP: a page is redirected, an API call is refused', async () => {
    const before = reached.length;
    for (const path of ['/', '/requests/received/42?tab=files', '/assets/index-3f2a.js', '/docs'])
      expect(await plain(path)).toMatchObject({ status: 308, headers: { location: origin + path } });
    const refused = await plain('/api/auth/me', { authorization: 'Bearer x' });
    expect(refused).toMatchObject({ status: 403, headers: { 'content-type': 'application/problem+json' } });
    expect(refused.headers.location).toBeUndefined();
    expect(reached.length).toBe(before);
    expect((await plain('/health/live')).status).toBe(200);
    // what a proxy in front of it has got by HTTPS
    expect((await plain('/', { 'x-forwarded-proto': 'https' })).status).toBe(200);
  });

  const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n\r\n';
  test.each([
    ['a length and chunks', `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked`],
    ['two lengths', `Content-Length: 5\r\nContent-Length: ${hidden.length + 5}`],
    ['chunks in disguise', `Transfer-Encoding: xchunked\r\nContent-Length: ${hidden.length + 5}`],
    ['chunks within chunks', 'Transfer-Encoding: chunked, chunked'],
    ['a length with a sign', 'Content-Length: +5'],
  ])('passes no second request on after a body with %s', async (_, headers) => {
    const before = reached.length;
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connectPlain(nginx.port, '127.0.0.1', () =>
        socket.write(
          `POST /api/first HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n${headers}\r\n\r\n0\r\n\r\n${hidden}`,
        ),
      );
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.once('error', reject).once('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 (400|501)/);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(reached.slice(before)).toEqual([]);
  });
});
