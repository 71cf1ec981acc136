import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { siteManifestName, type SiteManifest } from '@tradepost/contracts/encryption/site-manifest';
import request from 'supertest';
import { webHeadersIn } from '../src/http/security-headers';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const policy =
  "default-src 'self'; script-src 'self' 'sha256-1234'; connect-src 'self'; require-trusted-types-for 'script'";
const manifest: SiteManifest = {
  format: 'tradepost-site/1',
  version: '9.9.9',
  headers: { 'content-security-policy': policy, 'x-of-the-build': 'yes' },
  files: [],
};

describe('the web app', () => {
  let gateway: GatewayUnderTest;
  let webRoot: string;
  const page = (path: string) => request(gateway.origin).get(path).set('accept', 'text/html,*/*');

  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'tradepost-web-'));
    await mkdir(join(webRoot, 'assets'));
    await writeFile(join(webRoot, 'index.html'), '<title>Tradepost</title>');
    await writeFile(join(webRoot, siteManifestName), JSON.stringify(manifest));
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'void 0');
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js.br'), brotliCompressSync('void 0'));
    await writeFile(join(webRoot, 'assets', 'app-1a2b.js.gz'), gzipSync('void 0'));
    gateway = await startGateway({ WEB_ROOT: webRoot, ALLOWED_ORIGINS: 'https://partner.example' });
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(webRoot, { recursive: true, force: true });
    delete process.env.WEB_ROOT;
    delete process.env.ALLOWED_ORIGINS;
  });

  it.each(['/', '/index.html', '/dashboard?id=1&expiry=2', '/auth/login'])(
    'answers %s with the page, which browsers revalidate',
    async (path) => {
      const { text, headers } = await page(path).expect(200);
      expect(text).toContain('Tradepost');
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': expect.stringContaining('text/html'),
        ...manifest.headers,
      });
    },
  );

  it('lets browsers cache hashed assets forever, but not a missing one', async () => {
    const { headers } = await request(gateway.origin).get('/assets/app-1a2b.js').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const missing = await page('/assets/app-gone.js').expect(404);
    expect(missing.headers['cache-control']).toBe('no-store');
    await page('/assets/..%2f..%2f..%2fetc/passwd').expect(404);
  });

  it.each(['br', 'gzip'])('sends assets compressed (%s) to clients that accept it', async (encoding) => {
    const { headers, body } = await request(gateway.origin)
      .get('/assets/app-1a2b.js')
      .set('accept-encoding', encoding)
      .buffer()
      .parse((answer, done) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => done(null, Buffer.concat(pieces)));
      });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringMatching(/accept-encoding/i),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(body.length).toBeGreaterThan(0);
    const plain = await request(gateway.origin).get('/assets/app-1a2b.js').set('accept-encoding', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.text).toBe('void 0');
  });

  it.each(['/assets/app-1a2b.js', '/assets/gone.js', '/theme.js'])(
    'gives %s the headers of the build',
    async (path) => {
      expect((await request(gateway.origin).get(path)).headers).toMatchObject(manifest.headers);
    },
  );

  it('lets pages also reach the object store that the installation offers to them', async () => {
    expect(await webHeadersIn(webRoot, undefined)).toEqual(manifest.headers);
    expect(await webHeadersIn(webRoot, 'https://s3.example.com/')).toEqual({
      ...manifest.headers,
      'content-security-policy': policy.replace("connect-src 'self'", "connect-src 'self' https://s3.example.com"),
    });
  });

  it.each(['/api/auth/me', '/%61pi/auth/me', '/docs', '/docs/gone'])(
    'gives %s headers of its own, and no page',
    async (path) => {
      const { headers, text } = await page(path);
      expect(headers['content-security-policy']).toContain("default-src 'self'; script-src 'self';");
      expect(headers['x-of-the-build']).toBeUndefined();
      expect(text).not.toContain('<title>Tradepost</title>');
    },
  );

  it('never answers an API call with a page', async () => {
    for (const path of ['/api', '/api?x', '/api/nowhere'])
      await page(path)
        .expect(404)
        .expect('content-type', /problem\+json/);
  });

  it('allows calls from pages of allowed origins only', async () => {
    const preflight = (origin: string) =>
      request(gateway.origin)
        .options('/api/auth/me')
        .set({ origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' });
    expect((await preflight('https://partner.example')).headers['access-control-allow-origin']).toBe(
      'https://partner.example',
    );
    expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
