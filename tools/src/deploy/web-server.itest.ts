import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { siteManifestName, type SiteManifest } from '@tradepost/contracts/encryption/site-manifest';
import { DEBIAN_PACKAGES, ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { startWebServer, type WebServer } from './web-server';

const script = `console.log(${JSON.stringify('a line of a script that is said again. '.repeat(100))});`;
const page = '<!doctype html><title>Tradepost</title>';
const security = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'sha256-a+b/c='; connect-src 'self'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=()',
};
const manifest: SiteManifest = { format: 'tradepost-site/1', version: '9.9.9', headers: security, files: [] };

(ensureDebianPackages(DEBIAN_PACKAGES.web).length === 0 ? describe : describe.skip)('the web server', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-web-'));
  let gateway: Server;
  let nginx: WebServer;

  beforeAll(async () => {
    const built = join(directory, 'built');
    mkdirSync(join(built, 'assets'), { recursive: true });
    writeFileSync(join(built, 'index.html'), page);
    writeFileSync(join(built, 'assets/index-3f2a.js'), script);
    writeFileSync(join(built, 'assets/index-3f2a.js.br'), brotliCompressSync(script));
    writeFileSync(join(built, 'assets/index-3f2a.js.gz'), gzipSync(script));
    writeFileSync(join(built, siteManifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    gateway = createServer(answer);
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    nginx = await startWebServer(directory, built, `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`);
  });

  afterAll(async () => {
    await nginx?.stop();
    gateway?.closeAllConnections();
    gateway?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) => fetched({ port: nginx.port, path, headers });

  test('reads its configuration without a warning', () => {
    expect(readFileSync(nginx.logFile, 'utf8')).toBe('');
  });

  test.each(['/', '/requests/received/42', '/assets/index-3f2a.js', '/assets/gone.js'])(
    '%s has every header of the site manifest',
    async (path) => {
      const { headers } = await get(path);
      expect(headers).toMatchObject({ ...security, server: 'nginx' });
    },
  );

  test('pages also reach the object store that the installation offers to them, and nothing else', async () => {
    const own = join(directory, 'with-store');
    mkdirSync(own);
    const store = 'https://s3.example.com:8443';
    const server = await startWebServer(own, join(directory, 'built'), 'http://127.0.0.1:9', undefined, `${store}/`);
    try {
      const { headers } = await fetched({ port: server.port, path: '/', headers: {} });
      const policy = security['content-security-policy'].replace("connect-src 'self'", `connect-src 'self' ${store}`);
      expect(headers).toMatchObject({ ...security, 'content-security-policy': policy });
    } finally {
      await server.stop();
    }
  });

  test.each([
    'https://s3.example.com; script-src *',
    'https://s3.example.com"; return 200 "',
    'https://s3.example.com\n*',
    '*',
  ])('does not start with %s as the address of the store', async (store) => {
    const own = mkdtempSync(join(directory, 'refused-'));
    const starting = startWebServer(own, join(directory, 'built'), 'http://127.0.0.1:9', undefined, store);
    await expect(starting).rejects.toThrow('OBJECT_STORE_PUBLIC_URL must be an origin');
  });

  test('the page is revalidated each time, at any address of the app', async () => {
    for (const path of ['/', '/index.html', '/requests/received/42']) {
      expect(await get(path)).toMatchObject({
        status: 200,
        body: Buffer.from(page),
        headers: { 'cache-control': 'no-cache' },
      });
    }
  });

  test('hashed files are cached for a year, missing ones never', async () => {
    expect((await get('/assets/index-3f2a.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const gone = await get('/assets/gone.js');
    expect(gone.status).toBe(404);
    expect(gone.headers['cache-control']).toBeUndefined();
  });

  test('files are sent with the best compression that the browser supports', async () => {
    const small = await get('/assets/index-3f2a.js', { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(brotliDecompressSync(small.body).toString()).toBe(script);
    const zipped = await get('/assets/index-3f2a.js', { 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).toString()).toBe(script);
    expect((await get('/assets/index-3f2a.js')).body.toString()).toBe(script);
  });

  test('the gateway gets the address of the caller, not the one that the caller claims', async () => {
    const { body, headers } = await get('/api/echo?token=a%2Fb', {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-forwarded-proto': 'https',
      host: 'tradepost.example.com',
    });
    const received = JSON.parse(body.toString()) as { url: string; headers: Record<string, string> };
    expect(received.url).toBe('/api/echo?token=a%2Fb');
    expect(received.headers).toMatchObject({
      host: 'tradepost.example.com',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
    expect(received.headers.forwarded).toBeUndefined();
    expect(headers['content-security-policy']).toBe("the gateway's own");
    expect(headers['x-content-type-options']).toBeUndefined();
  });

  test('bytes pass in both directions without buffering', async () => {
    const call = request({ port: nginx.port, path: '/api/stream', method: 'POST', agent: false });
    call.write('first');
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      call.once('response', resolve).once('error', reject),
    );
    const first = await new Promise<Buffer>((resolve) => response.once('data', resolve));
    expect(first.toString()).toBe('received first');
    call.end();
    response.resume();
    await new Promise((resolve) => response.once('end', resolve));
  });

  // fast callers reach the rate after its burst of 300, slow ones the 500 requests that run at once
  test('the requests of one network are limited, so that others are served', async () => {
    const calls: ReturnType<typeof request>[] = [];
    const open = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const call = request({ port: nginx.port, path: '/api/stream', method: 'POST', agent: false });
        calls.push(call);
        call.on('error', reject).once('response', resolve).write('held open');
      });
    let answered = await open();
    while (answered.statusCode === 200 && calls.length < 510) answered = await open();
    expect([answered.statusCode, answered.headers['retry-after']]).toEqual([429, '1']);
    expect(answered.headers['content-type']).toBe('application/problem+json');
    expect(calls.length).toBeGreaterThan(300);
    for (const call of calls) call.on('error', () => undefined).destroy();
    expect(readFileSync(nginx.logFile, 'utf8')).not.toContain('/api/stream');
  });
});

/** A gateway that returns the request it got; for a stream, at once. */
function answer(call: IncomingMessage, response: ServerResponse) {
  response.setHeader('content-security-policy', "the gateway's own");
  if (call.url !== '/api/stream') return void response.end(JSON.stringify({ url: call.url, headers: call.headers }));
  call.once('data', (chunk: Buffer) => response.write(`received ${chunk.toString()}`));
  call.once('end', () => response.end());
}

function fetched({
  port,
  path,
  headers,
}: {
  port: number;
  path: string;
  headers: Record<string, string>;
}): Promise<{ status?: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .once('error', reject)
      .end();
  });
}
