import { randomBytes } from 'node:crypto';
import { sealedSize } from '@tradepost/sealing/file/format';
import { ApiClient } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { StoreWay } from '../api/store-way';
import type { Transport } from '../api/transport';
import { ownSealedBytes } from './own-files';

const MB = 1024 ** 2;
const size = 17 * MB;
const stored = randomBytes(sealedSize(size));
/** More than the calls may name. */
const of = { folderId: 'folder', fileId: 'file', version: 2, name: 'prices.csv' };
const contentPath = '/api/file-sharing/folders/folder/files/file/versions/2/content';

/** The bytes that a request asks for. */
function answerTo(init: RequestInit, etag: string): Response {
  const range = new Headers(init.headers).get('range');
  const [, start = '0', last = String(stored.length - 1)] = /^bytes=(\d+)-(\d+)?$/.exec(range ?? '') ?? [];
  const headers = { etag, 'content-range': `bytes ${start}-${last}/${stored.length}` };
  return new Response(new Uint8Array(stored.subarray(Number(start), Number(last) + 1)), {
    status: range ? 206 : 200,
    headers,
  });
}

const json = (value: object, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });

/** Reads the file. `urlOf`: the addresses that the server gives, null for none. */
async function reading({
  urlOf = ((start) => `https://s3.example.com/${start}`) as ((start: number) => string) | null,
  store = async (init: RequestInit) => answerTo(init, '"s"'),
  server = (async () => undefined) as (path: string) => Promise<Response | undefined>,
  hasWay = true,
  bytes = size,
} = {}) {
  const calls = { store: [] as RequestInit[], server: [] as string[] };
  const transport: Transport = async (address, init) => {
    const path = String(address).replace('https://gateway.example', '');
    calls.server.push(path);
    const given = await server(path);
    if (given) return given;
    if (path === contentPath) return answerTo(init, '"one"');
    const { ranges } = JSON.parse(init.body as string) as { ranges: { start: number }[] };
    return json({ urls: urlOf ? ranges.map(({ start }) => urlOf(start)) : [], expiresAt: null });
  };
  const way = new StoreWay(async (_, init) => {
    calls.store.push(init);
    return store(init);
  });
  const client = new ApiClient('https://gateway.example', {
    token: 'secret',
    transport,
    retryPolicy: { attempts: 3, baseDelayMs: 1, maxDelayMs: 1 },
    ...(hasWay && { storeWay: way }),
  });
  const stream = await ownSealedBytes(client, of, { size: bytes, sealedSize: sealedSize(bytes) });
  const read = Buffer.from(await new Response(stream).arrayBuffer());
  return { read, calls, bytesCalls: calls.server.filter((path) => path === contentPath).length };
}

it('come from the store, except the first of them, without a token', async () => {
  const { read, calls } = await reading();
  expect(read.equals(stored)).toBe(true);
  expect(calls.server).toEqual([contentPath, contentPath.replace('content', 'direct')]);
  expect(calls.store).toHaveLength(3);
  for (const { headers, credentials, redirect, referrerPolicy } of calls.store) {
    expect([...new Headers(headers).keys()]).toEqual(['range']);
    expect([credentials, redirect, referrerPolicy]).toEqual(['omit', 'error', 'no-referrer']);
  }
});

it.each([
  ['an installation that does not offer it', { urlOf: null }],
  ['a server that does not know the call', { server: async (path: string) => gone(path) }],
  ['a store without TLS', { urlOf: () => 'http://s3.example.com/x' }],
  ['a store that does not answer', { store: () => Promise.reject(new TypeError('no connection')) }],
  ['a store that refuses', { store: async () => new Response(null, { status: 403 }) }],
  ['a client without a way to it', { hasWay: false }],
])('come from the server with %s', async (_, given) => {
  const { read, bytesCalls } = await reading(given);
  expect([read.equals(stored), bytesCalls > 1]).toEqual([true, true]);
});

const gone = (path: string) =>
  path === contentPath ? undefined : json({ code: 'NOT_FOUND', message: 'Not found', status: 404 }, 404);

it('of a small file are one call', async () => {
  const server = async () => new Response(new Uint8Array(sealedSize(5)), { headers: { etag: '"one"' } });
  const { read, calls } = await reading({ server, bytes: 5 });
  expect([read.length, calls]).toEqual([sealedSize(5), { store: [], server: [contentPath] }]);
});

it('are refused as the server refuses them', async () => {
  const server = async () => json({ code: 'OWNER_KEYS_REQUIRED', message: 'No keys', status: 403 }, 403);
  const failing = reading({ server });
  await expect(failing).rejects.toThrow(ApiError);
  await expect(failing).rejects.toMatchObject({ code: 'OWNER_KEYS_REQUIRED' });
});
