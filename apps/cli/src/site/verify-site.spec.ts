import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { SiteManifest } from '@tradepost/contracts/encryption/site-manifest';
import { verifySite, type Finding } from './verify-site';

const page = Buffer.from('<!doctype html><script src="/assets/app-1.js"></script>');
const script = Buffer.from(`console.log('${'a line of a script. '.repeat(50)}');`);
const contents = new Map([
  ['/assets/app-1.js', { bytes: script, type: 'text/javascript; charset=utf-8' }],
  ['/assets/style-1.css', { bytes: Buffer.from('a{}'), type: 'text/css' }],
  ['/index.html', { bytes: page, type: 'text/html' }],
  ['/site-manifest.json', { bytes: Buffer.from('{}'), type: 'application/json' }],
]);
const policy = "script-src 'self'; require-trusted-types-for 'script'";
const listed = [...contents].map(([path, { bytes }]) => ({
  path,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
}));
const itself = listed.pop()!;
const manifest: SiteManifest = {
  format: 'tradepost-site/1',
  version: '1.2.3',
  headers: { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' },
  files: listed,
};

interface Served {
  status: number;
  bytes: Buffer;
  headers: Record<string, string | string[]>;
}
type Lie = (path: string, answer: Served, encoding: string) => void;

let lie: Lie;
let server: Server;
let origin: string;

function honest(path: string): Served {
  const headers = { ...manifest.headers };
  const file = contents.get(path) ?? (path.startsWith('/assets/') ? undefined : contents.get('/index.html'));
  if (!file) return { status: 404, bytes: Buffer.from('not found'), headers };
  return { status: 200, bytes: file.bytes, headers: { ...headers, 'content-type': file.type } };
}

function answer({ url = '/', headers }: IncomingMessage, response: ServerResponse) {
  const path = url.replace(/\?.*/, '');
  const encoding = /\b(br|gzip)\b/.exec(String(headers['accept-encoding']))?.[1] ?? 'identity';
  const served = honest(path);
  lie(path, served, encoding);
  response.writeHead(served.status, {
    ...served.headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  response.end(
    encoding === 'br' ? brotliCompressSync(served.bytes) : encoding === 'gzip' ? gzipSync(served.bytes) : served.bytes,
  );
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function findingsWith(lying: Lie): Promise<Finding[]> {
  lie = lying;
  return (await verifySite(origin, manifest, itself, new AbortController().signal)).findings;
}

test('reports nothing for a server that serves the release, compressed or not', async () => {
  expect(await findingsWith(() => undefined)).toEqual([]);
});

const at = (wanted: string, change: (answer: Served, encoding: string) => void): Lie => {
  return (path, served, encoding) => {
    if (path === wanted) change(served, encoding);
  };
};
const flip = (served: Served) => {
  served.bytes = Buffer.from(served.bytes);
  served.bytes[7]! ^= 1;
};
const withHeader = (name: string, value: string | string[]): Lie => {
  return at('/', ({ headers }) => {
    headers[name] = value;
  });
};

test.each<[string, Lie, Finding]>([
  [
    'a changed byte',
    at('/assets/app-1.js', flip),
    { path: '/assets/app-1.js', problem: expect.stringContaining('different content') },
  ],
  [
    'a changed byte in brotli alone',
    at('/assets/app-1.js', (served, encoding) => encoding === 'br' && flip(served)),
    { path: '/assets/app-1.js', problem: expect.stringContaining('different content') },
  ],
  [
    'a changed byte in gzip alone',
    at('/', (served, encoding) => encoding === 'gzip' && flip(served)),
    { path: '/', problem: expect.stringContaining('different content') },
  ],
  [
    'another script in the page',
    at('/', (served) => {
      served.bytes = Buffer.from(`${page.toString()}<script src="/assets/evil.js"></script>`);
    }),
    { path: '/', problem: `is longer than ${page.length} bytes` },
  ],
  [
    'another page at an address within the app',
    at('/profile', (served) => {
      served.bytes = Buffer.from('<script src="/evil.js"></script>');
    }),
    { path: '/profile', problem: expect.stringContaining('different content') },
  ],
  [
    'a missing file',
    at('/assets/style-1.css', (served) => Object.assign(served, { status: 404 })),
    { path: '/assets/style-1.css', problem: 'answers 404' },
  ],
  [
    'a cut file',
    at('/assets/app-1.js', (served) => {
      served.bytes = served.bytes.subarray(0, 90);
    }),
    { path: '/assets/app-1.js', problem: expect.stringContaining('different content') },
  ],
  [
    'the page in the place of a script',
    at('/assets/app-1.js', (served) => Object.assign(served, honest('/'))),
    { path: '/assets/app-1.js', problem: 'has the type text/html' },
  ],
  [
    'a redirect',
    at('/', (served) => Object.assign(served, { status: 302, headers: { location: 'https://evil.example/' } })),
    { path: '/', problem: 'answers 302 with a redirect' },
  ],
  [
    'another manifest',
    at('/site-manifest.json', (served) => {
      served.bytes = Buffer.from('[]');
    }),
    { path: '/site-manifest.json', problem: expect.stringContaining('different content') },
  ],
  [
    'a script that no release has',
    (path, served) => {
      if (path.startsWith('/assets/') && !contents.has(path)) served.status = 200;
    },
    { path: expect.stringMatching(/^\/assets\/[0-9a-f]{16}\.js$/), problem: expect.stringContaining('answers 200') },
  ],
  [
    'a weaker policy',
    withHeader('content-security-policy', "script-src 'self' 'unsafe-inline'"),
    { path: '/', problem: expect.stringContaining('different content-security-policy') },
  ],
  [
    'a missing header',
    at('/assets/app-1.js', ({ headers }) => delete headers['x-content-type-options']),
    { path: '/assets/app-1.js', problem: 'has a different x-content-type-options: (none)' },
  ],
  [
    'a header twice',
    withHeader('content-security-policy', [policy, policy]),
    { path: '/', problem: expect.stringContaining('different content-security-policy') },
  ],
  [
    'a header that loads more',
    withHeader('link', '</evil.css>; rel=stylesheet'),
    { path: '/', problem: 'has an additional link: </evil.css>; rel=stylesheet' },
  ],
])('finds %s', async (_, lying, expected) => {
  expect(await findingsWith(lying)).toContainEqual(expected);
});

test('reads no more of an answer than the length of its file', async () => {
  const endless = at('/assets/app-1.js', (served) => {
    served.bytes = Buffer.alloc(1024 * 1024);
  });
  expect(await findingsWith(endless)).toEqual([
    { path: '/assets/app-1.js', problem: `is longer than ${script.length} bytes` },
  ]);
});
