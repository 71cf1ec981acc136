import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { newFileKey, sealFile } from '@tradepost/sealing/file/file';
import { ApiClient } from '../api/api-client';
import { PartSlots } from '../api/part-slots';
import { StoreWay } from '../api/store-way';
import { downloadRanges, type Begun, type Span } from './ranged-download';

const MB = 1024 ** 2;
const size = 33 * MB + 5;
const content = randomBytes(size);
const fileKey = newFileKey();
const file = { fileId: 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 1 };
let sealed: Uint8Array;
beforeAll(async () => {
  const stream = new Blob([content]).stream().pipeThrough(sealFile(fileKey, file));
  sealed = new Uint8Array(await new Response(stream).arrayBuffer());
});

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function listening(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const spanOf = ({ headers }: IncomingMessage) => {
  const [, start = '0', last = ''] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? [];
  return { start: Number(start), end: last ? Number(last) + 1 : sealed.length };
};
const sendRange = (response: ServerResponse, { start, end }: Span, etag: string, bytes = sealed) =>
  response
    .writeHead(206, { etag, 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` })
    .end(bytes.subarray(start, end));

/** A server, and a store that answers as `answers` say first. `offered`: whether the server gives addresses. */
async function serving({
  answers = [] as ((response: ServerResponse, span: Span) => unknown)[],
  offered = true,
  bytes = () => sealed,
} = {}) {
  const store: { range: string; headers: IncomingMessage['headers'] }[] = [];
  const storeOrigin = await listening((request, response) => {
    store.push({ range: request.headers.range ?? '', headers: request.headers });
    const span = spanOf(request);
    const answer = answers.shift() ?? (() => sendRange(response, span, '"of the store"', bytes()));
    answer(response, span);
  });
  const gateway: { range: string; tag: unknown }[] = [];
  const asked: Span[][] = [];
  const origin = await listening(async (request, response) => {
    if (request.method === 'POST') {
      const { ranges } = JSON.parse((await buffer(request)).toString()) as { ranges: Span[] };
      asked.push(ranges);
      const urls = offered ? ranges.map(({ start }) => `${storeOrigin}/object?from=${start}`) : [];
      return response.end(JSON.stringify({ urls, expiresAt: null }));
    }
    gateway.push({ range: request.headers.range ?? '', tag: request.headers['if-range'] });
    return sendRange(response, spanOf(request), '"of the gateway"');
  });
  const client = new ApiClient(origin, {
    token: 'secret',
    storeWay: new StoreWay(),
    retryPolicy: { attempts: 3, baseDelayMs: 1, maxDelayMs: 10 },
  });
  const target = { content: Buffer.alloc(size), begun: undefined as Begun | undefined, finished: [] as Span[] };
  const download = () =>
    downloadRanges(
      client,
      {
        ...{ fileId: file.fileId, name: 'a.csv', size, mode: 'e2e', sha256: '', sealed: { fileKey, file } },
        stored: { path: '/x', size: sealed.length, transferId: 't1' },
        read: () => Promise.reject(new Error('unused')),
      },
      {
        slots: new PartSlots({ mostBytes: Infinity }),
        signal: new AbortController().signal,
        earlier: target.begun && { begun: target.begun, finished: [...target.finished] },
        onBegun: (begun) => (target.begun = begun),
        write: async (pieces, at) => target.content.set(Buffer.concat(pieces), at),
        onWritten: async (span) => void target.finished.push(span),
        onProgress: () => undefined,
      },
    );
  return { download, target, store, gateway, asked, client };
}

const prefix = { range: 'bytes=0-83', tag: undefined };

it('reads all but the first bytes from the store, with one call for eight ranges', async () => {
  const { download, target, store, gateway, asked } = await serving();
  await download();
  expect(target.content.equals(content)).toBe(true);
  expect(gateway).toEqual([prefix]);
  expect(asked).toHaveLength(1);
  expect(store).toHaveLength(5);
  for (const { headers } of store)
    expect(JSON.stringify(headers)).not.toMatch(/secret|authorization|cookie|referer|if-range/);
});

it('reads from the server what the store does not send, or what breaks off', async () => {
  const cut = (response: ServerResponse, { start, end }: Span) => {
    response.writeHead(206, {
      'content-range': `bytes ${start}-${end - 1}/${sealed.length}`,
      'content-length': end - start,
    });
    response.write(sealed.subarray(start, start + MB), () => setTimeout(() => response.destroy(), 20));
  };
  const { download, target, gateway, client } = await serving({
    answers: [cut, (response) => response.writeHead(503).end(), (response) => response.writeHead(200).end('whole')],
  });
  await download();
  expect(target.content.equals(content)).toBe(true);
  expect(gateway.slice(1).map(({ tag }) => tag)).toEqual(Array(3).fill('"of the gateway"'));
  expect(client.storeWay?.isOpen).toBe(true);
});

it('reads everything from the server if the store cannot be reached or is not offered, and asks once', async () => {
  const refuse = (response: ServerResponse) => response.destroy();
  for (const options of [{ answers: [refuse, refuse, refuse, refuse, refuse] }, { offered: false }]) {
    const { download, target, asked, client } = await serving(options);
    await download();
    expect(target.content.equals(content)).toBe(true);
    expect([asked.length, client.storeWay?.isOpen]).toEqual([1, false]);
  }
});

it('refuses bytes of the store that are not those of the file', async () => {
  const changed = Uint8Array.from(sealed);
  changed.set([1, 2, 3, 4], 20 * MB);
  const { download } = await serving({ bytes: () => changed });
  await expect(download()).rejects.toMatchObject({ problem: 'TAMPERED' });
});

it('continues with what is missing', async () => {
  const { download, target, store, gateway } = await serving();
  await download();
  target.finished = target.finished.filter(({ start }) => start < 16 * MB);
  store.length = 0;
  await download();
  expect(target.content.equals(content)).toBe(true);
  expect([gateway, store.length]).toEqual([[prefix], 3]);
});
