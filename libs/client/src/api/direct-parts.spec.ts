import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { countOfParts, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { ApiClient } from './api-client';
import { DirectParts } from './direct-parts';
import { PartSlots } from './part-slots';
import { uploadNumberedParts, type PartUploadOptions } from './part-upload';
import { StoreWay } from './store-way';

const MB = 1024 ** 2;
const content = randomBytes(58 * MB);
const count = countOfParts(content.length);
const numbers = Array.from({ length: count }, (_, at) => at + 1);
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const partOf = (number: number) => {
  const { start, end } = spanOfPart(content.length, number)!;
  return content.subarray(start, end);
};
const checksums = new Map(numbers.map((number) => [number, hex(partOf(number))]));
const allParts = createHash('sha256');
for (const checksum of checksums.values()) allParts.update(checksum, 'hex');
const partsSha256 = allParts.digest('hex');

type PartRef = { number: number; sha256: string };
const servers: { stop: () => void }[] = [];
afterEach(() => {
  for (const { stop } of servers.splice(0)) stop();
});

async function listening(answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown) {
  const server = createServer(async (request, response) => answer(request, response, await buffer(request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => (server.close(), server.closeAllConnections());
  servers.push({ stop });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** An object store. @param refuses the parts that it does not take */
async function startStore(refuses: (number: number, received: number) => boolean = () => false) {
  const received: { number: number; headers: IncomingMessage['headers']; body: Buffer; sha256: string }[] = [];
  const { origin, stop } = await listening(({ url = '', headers }, response, body) => {
    const number = Number(url.split('/').at(-1));
    if (refuses(number, received.length)) return response.writeHead(507).end();
    received.push({ number, headers, body, sha256: hex(body) });
    return response.end();
  });
  return { origin, received, stop };
}

type Store = Awaited<ReturnType<typeof startStore>>;

/** A server for one upload. `calls`: of its parts; `put`: the numbers of those that came to it. */
async function startServer(
  store: Store | undefined,
  { urlOf = (number: number) => `${store?.origin}/${number}`, storeWay = new StoreWay() } = {},
) {
  const stored = new Map<number, string>();
  const [calls, put]: [{ wanted: PartRef[]; stored: PartRef[] }[], number[]] = [[], []];
  const has = ({ number, sha256 }: PartRef) =>
    store?.received.some((one) => one.number === number && one.sha256 === sha256) ?? false;
  const { origin } = await listening(({ method, url = '' }, response, body) => {
    const answer = (value: object, status = 200) => response.writeHead(status).end(JSON.stringify(value));
    if (url.endsWith('/parts/direct')) {
      const asked = JSON.parse(body.toString()) as { wanted: PartRef[]; stored: PartRef[] };
      calls.push(asked);
      const there = asked.stored.filter(has);
      for (const { number, sha256 } of there) stored.set(number, sha256);
      const urls = asked.wanted.map(({ number }) => ({ number, url: urlOf(number) }));
      return answer({ urls, stored: there.map(({ number }) => number), expiresAt: null });
    }
    if (method === 'PUT') {
      const number = Number(url.split('/').at(-1));
      put.push(number);
      stored.set(number, hex(body));
      return answer({ number });
    }
    if (method === 'GET') {
      const parts = [...stored].map(([number, sha256]) => ({ number, sha256, size: 1 }));
      return answer({ length: content.length, parts, next: null, expiresAt: 'later', ...(store && { direct: true }) });
    }
    if (!url.endsWith('/commit')) return response.writeHead(201, { location: '/api/file-sharing/uploads/u1' }).end();
    const isWhole =
      numbers.every((number) => stored.get(number) === checksums.get(number)) && body.includes(partsSha256);
    return isWhole ? answer({ file: { id: 'f1' } }) : answer({ code: 'PARTS_DIFFER', message: 'differ' }, 409);
  });
  const client = new ApiClient(origin, {
    token: 'secret',
    storeWay,
    retryPolicy: { attempts: 3, baseDelayMs: 1, maxDelayMs: 5 },
  });
  let released = 0;
  const upload = (options: Partial<PartUploadOptions> = {}, fields: Record<string, string> = { enc: 'sdx1' }) =>
    uploadNumberedParts(
      client,
      {
        ...{ folderId: 'f', name: 'a.csv', fields, size: content.length },
        part: async (number) => {
          const bytes = partOf(number);
          const release = () => void (released += 1);
          return { body: () => new Blob([new Uint8Array(bytes)]).stream(), sha256: hex(bytes), release };
        },
        check: async () => undefined,
      },
      { slots: new PartSlots(), ...options },
    );
  return { upload, calls, put, storeWay, releases: () => released };
}

it('sends every part of a sealed file to the store and none to the server, with one call for four parts', async () => {
  const store = await startStore();
  const server = await startServer(store);
  const progress: number[] = [];
  expect(await server.upload({ onProgress: (sent) => progress.push(sent) })).toEqual({ id: 'f1' });
  expect(server.put).toEqual([]);
  expect(
    Buffer.concat(store.received.toSorted((a, b) => a.number - b.number).map(({ body }) => body)).equals(content),
  ).toBe(true);
  // two for eight parts, and one that names the last of them
  expect(server.calls).toHaveLength(3);
  expect([progress.at(-1), server.releases()]).toEqual([content.length, count]);
  // each part for itself, although several share a call
  expect(progress).toEqual([...new Set(progress)].toSorted((a, b) => a - b));
  expect(progress).toHaveLength(count);
});

it('gives the store size and checksum, and neither token nor cookie', async () => {
  const store = await startStore();
  await (await startServer(store)).upload();
  for (const { number, headers, body } of store.received) {
    expect(headers).toMatchObject({
      'content-length': String(body.length),
      'x-amz-checksum-sha256': Buffer.from(checksums.get(number)!, 'hex').toString('base64'),
    });
    expect(JSON.stringify(headers)).not.toMatch(/secret|authorization|cookie|referer|transfer-encoding/);
  }
});

it('sends managed files to the server', async () => {
  const store = await startStore();
  const { upload, calls, put } = await startServer(store);
  await upload({}, {});
  expect([calls, store.received, put.toSorted()]).toEqual([[], [], numbers]);
});

it.each([
  ['the store is full from the start', () => true, 0],
  ['the store becomes full in the middle', (_: number, received: number) => received >= 3, 3],
])('sends the rest to the server when %s, and does not try the store for ever', async (_, refuses, received) => {
  const store = await startStore(refuses);
  const { upload, put, storeWay } = await startServer(store);
  expect(await upload()).toEqual({ id: 'f1' });
  const direct = store.received.map(({ number }) => number);
  expect(direct).toHaveLength(received);
  expect([...direct, ...put].toSorted()).toEqual(numbers);
  expect(storeWay.isOpen).toBe(false);
});

it('sends one part to the server that the store refuses once, and goes on with the store', async () => {
  let refused = 0;
  const store = await startStore((number) => number === 6 && refused++ === 0);
  const { upload, put, storeWay } = await startServer(store);
  await upload();
  expect([put, storeWay.isOpen]).toEqual([[6], true]);
});

it('sends everything to a server that offers no store, or is of an earlier release, without asking it, and where no store can be reached', async () => {
  const earlier = await startServer(undefined);
  await earlier.upload();
  expect([earlier.put.toSorted(), earlier.calls]).toEqual([numbers, []]);
  const store = await startStore();
  store.stop();
  const unreachable = await startServer(store);
  await unreachable.upload();
  expect([unreachable.put.toSorted(), unreachable.storeWay.isOpen]).toEqual([numbers, false]);
});

it('sends nothing to an address that is not encrypted', async () => {
  const store = await startStore();
  const { upload, put } = await startServer(store, { urlOf: (number) => `http://store.example/${number}` });
  await upload();
  expect([put.toSorted(), store.received]).toEqual([numbers, []]);
});

it('continues after it was killed with the parts that the store has, although the server does not know them', async () => {
  const store = await startStore();
  for (const number of [1, 2, 5])
    store.received.push({ number, headers: {}, body: partOf(number), sha256: checksums.get(number)! });
  const { upload, put } = await startServer(store);
  const sent = new Map([1, 2, 3, 5].map((number) => [number, checksums.get(number)!]));
  expect(await upload({ resume: { address: '/api/file-sharing/uploads/u1', sent } })).toEqual({ id: 'f1' });
  expect(store.received.map(({ number }) => number).toSorted()).toEqual(numbers);
  expect(put).toEqual([]);
});

it('sends everything to the server when the store takes parts and never answers', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  try {
    const taken: RequestInit[] = [];
    const silent = (_: string, init: RequestInit) => {
      taken.push(init);
      return new Promise<Response>((_resolve, reject) =>
        init.signal!.addEventListener('abort', () => reject(new Error())),
      );
    };
    const server = await startServer(await startStore(), { storeWay: new StoreWay(silent) });
    let file: unknown;
    const sending = server.upload().then((stored) => (file = stored));
    while (file === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      if (taken.length > 0) await jest.advanceTimersByTimeAsync(10 * 60_000);
    }
    expect(await sending).toEqual({ id: 'f1' });
    expect([server.put.toSorted(), server.storeWay.isOpen]).toEqual([numbers, false]);
  } finally {
    jest.useRealTimers();
  }
});

it('sets no header that browsers set themselves, unless the body is a stream', async () => {
  const headers: Headers[] = [];
  const way = new StoreWay(async (_, init) => {
    headers.push(new Headers(init.headers));
    return new Response();
  });
  const part = { number: 1, size: 3, sha256: hex(Buffer.from('abc')), mayBeThere: false };
  const answer = { urls: [{ number: 1, url: 'https://s3.example.com/1' }], stored: [], expiresAt: null };
  const client = new ApiClient('', { transport: async () => new Response(JSON.stringify(answer)) });
  const direct = new DirectParts(client, way, 'u1');
  const blob = new Blob(['abc']);
  for (const body of [() => blob, () => new Uint8Array(3), () => blob.stream()])
    await direct.send([{ ...part, body }], () => undefined);
  expect(headers.map((one) => one.get('content-length'))).toEqual([null, null, '3']);
});
