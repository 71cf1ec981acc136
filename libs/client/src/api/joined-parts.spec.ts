import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { countOfParts, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { ApiClient } from './api-client';
import { PartSlots } from './part-slots';
import { uploadNumberedParts, type PartUploadOptions } from './part-upload';
import { StoreWay } from './store-way';
import type { Transport } from './transport';

/** Parts that the store itself joins. `direct-parts.spec.ts` has those that the server joins. */

const content = randomBytes(34 * 1024 ** 2);
const numbers = Array.from({ length: countOfParts(content.length) }, (_, at) => at + 1);
const partOf = (number: number) => {
  const { start, end } = spanOfPart(content.length, number)!;
  return new Uint8Array(content.subarray(start, end));
};
const hashOf = (bytes: Uint8Array, name = 'sha256') => createHash(name).update(bytes).digest('hex');
const sumsOf = (bytes: Uint8Array) => ({ md5: hashOf(bytes, 'md5'), crc32: crc32(bytes) });
const withoutSums = numbers.map((number) => ({ number, sha256: hashOf(partOf(number)) }));
const withSums = withoutSums.map((part) => ({ ...part, ...sumsOf(partOf(part.number)) }));
const named = (parts: PartRef[], ...these: number[]) => parts.filter(({ number }) => these.includes(number));
const allParts = createHash('sha256');
for (const { sha256 } of withoutSums) allParts.update(sha256, 'hex');
const partsSha256 = allParts.digest('hex');

type PartRef = { number: number; sha256: string; md5?: string; crc32?: number };
type Call = { wanted: PartRef[]; stored: PartRef[] };

const bytesOf = async ({ body }: RequestInit) => new Uint8Array(await new Response(body).arrayBuffer());
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
const urlOf = (number: number, isJoined: boolean) =>
  isJoined ? `https://s3.example.com/a?uploadId=m&partNumber=${number}` : `https://s3.example.com/a.direct-${number}`;

/** An object store. `loses`: parts that it takes and does not have. */
function newStore(loses: readonly number[]) {
  const objects = new Map<string, Uint8Array>();
  const received: { number: number; headers: Record<string, string> }[] = [];
  const transport: Transport = async (url, init) => {
    const number = Number(/\d+$/.exec(url)?.[0]);
    const headers = Object.fromEntries(new Headers(init.headers));
    const bytes = await bytesOf(init);
    const { 'content-length': length, ...checksums } = headers;
    const signed = url.includes('uploadId')
      ? { 'content-md5': base64(hashOf(bytes, 'md5')) }
      : { 'x-amz-checksum-sha256': base64(hashOf(bytes)) };
    const isSigned = JSON.stringify(checksums) === JSON.stringify(signed) && length === String(bytes.length);
    if (!isSigned) return new Response(null, { status: 403 });
    received.push({ number, headers });
    if (!loses.includes(number)) objects.set(url, bytes);
    return new Response();
  };
  const has = ({ number, sha256, md5 }: PartRef, isJoined: boolean) => {
    const bytes = objects.get(urlOf(number, isJoined && md5 !== undefined));
    return bytes !== undefined && hashOf(bytes) === sha256;
  };
  return { objects, received, transport, has };
}

interface Behaviour {
  /** What the answer to each call says. */
  checksum: (call: number) => unknown;
  /** The parts that the server says the store has. */
  storedOf: (there: number[]) => unknown;
  /** How many calls that only name parts it fails to answer. */
  failures: number;
  offersStore: boolean;
  loses: readonly number[];
}

/** A server for one upload. `summed`: the parts of which sums were computed; `put`: those that came to the server. */
function startServer({
  checksum = () => 'content-md5',
  storedOf = (there) => there,
  failures = 0,
  offersStore = true,
  loses = [],
}: Partial<Behaviour> = {}) {
  const store = newStore(loses);
  const listed = new Map<number, string>();
  const [calls, put, summed]: [Call[], number[], number[]] = [[], [], []];
  const answer = (value: object, status = 200) => new Response(JSON.stringify(value), { status });
  const direct = (call: Call) => {
    if (call.wanted.length === 0 && failures-- > 0) return answer({ code: 'UNAVAILABLE', message: 'busy' }, 503);
    calls.push(call);
    const said = checksum(calls.length);
    const isJoined = said !== undefined;
    const there = call.stored.filter((part) => store.has(part, isJoined));
    for (const { number, sha256 } of there) listed.set(number, sha256);
    return answer({
      urls: call.wanted.map(({ number }) => ({ number, url: urlOf(number, isJoined) })),
      stored: storedOf(there.map(({ number }) => number)),
      expiresAt: null,
      ...(isJoined && { checksum: said }),
    });
  };
  const transport: Transport = async (url, init) => {
    if (url.endsWith('/parts/direct')) return direct(JSON.parse(init.body as string) as Call);
    if (init.method === 'PUT') {
      const number = Number(url.split('/').at(-1));
      put.push(number);
      listed.set(number, hashOf(await bytesOf(init)));
      return answer({ number });
    }
    if (init.method === 'GET') {
      const parts = [...listed].map(([number, sha256]) => ({ number, sha256, size: 1 }));
      return answer({ length: content.length, parts, next: null, expiresAt: 'later', direct: offersStore });
    }
    if (!url.endsWith('/commit'))
      return new Response(null, { status: 201, headers: { location: '/api/file-sharing/uploads/u1' } });
    const isWhole =
      withoutSums.every(({ number, sha256 }) => listed.get(number) === sha256) &&
      (init.body as string).includes(partsSha256);
    return isWhole ? answer({ file: { id: 'f1' } }) : answer({ code: 'PARTS_DIFFER', message: 'differ' }, 409);
  };
  const storeWay = new StoreWay(store.transport);
  const retryPolicy = { attempts: 3, baseDelayMs: 1, maxDelayMs: 5 };
  const upload = (options: Partial<PartUploadOptions> = {}, fields: Record<string, string> = { enc: 'sdx1' }) =>
    uploadNumberedParts(
      new ApiClient('', { transport, storeWay, retryPolicy }),
      {
        ...{ folderId: 'f', name: 'a.csv', fields, size: content.length },
        part: async (number, _start, _end, { sums }) => {
          const bytes = partOf(number);
          if (sums) summed.push(number);
          return {
            body: () => new Blob([bytes]).stream(),
            sha256: hashOf(bytes),
            sums: sums ? sumsOf(bytes) : undefined,
          };
        },
        check: async () => undefined,
      },
      // one group of parts after the other
      { slots: new PartSlots({ mostBytes: 1 }), ...options },
    );
  return { upload, store, storeWay, calls, put, summed };
}

/** What a client knows after it was killed. @param numbers of the parts that its ledger says were sent */
const killed = (...numbers: number[]) => ({
  address: '/api/file-sharing/uploads/u1',
  sent: new Map(named(withoutSums, ...numbers).map(({ number, sha256 }) => [number, sha256])),
});

const directOf = ({ store }: ReturnType<typeof startServer>) => store.received.map(({ number }) => number).toSorted();

it('names each part with its sums before it is sent and afterwards, and sends it once, with its MD5 and without another checksum', async () => {
  const server = startServer();
  expect(await server.upload()).toEqual({ id: 'f1' });
  expect(server.calls).toEqual([
    { wanted: named(withSums, 1, 2, 3, 4), stored: [] },
    { wanted: named(withSums, 5), stored: expect.any(Array) },
    { wanted: [], stored: named(withSums, 5) },
  ]);
  expect(server.calls[1]!.stored.toSorted((a, b) => a.number - b.number)).toEqual(named(withSums, 1, 2, 3, 4));
  expect([directOf(server), server.put]).toEqual([numbers, []]);
  for (const { headers } of server.store.received)
    expect(Object.keys(headers).toSorted()).toEqual(['content-length', 'content-md5']);
});

it('computes no more sums once a server joins the parts itself, and names what it then sent without them', async () => {
  const server = startServer({ checksum: () => undefined });
  expect(await server.upload()).toEqual({ id: 'f1' });
  expect(server.summed).toEqual([1, 2, 3, 4]);
  expect(server.calls[1]!.wanted).toEqual(named(withoutSums, 5));
  expect(server.calls.flatMap(({ stored }) => stored).toSorted((a, b) => a.number - b.number)).toEqual(withoutSums);
  expect([directOf(server), server.put]).toEqual([numbers, []]);
});

it('computes no sums of what goes to the server: of a managed file, without a store, and after the way to it has closed', async () => {
  const managed = startServer();
  await managed.upload({}, {});
  const without = startServer({ offersStore: false });
  await without.upload();
  const closed = startServer();
  closed.storeWay.close();
  await closed.upload();
  for (const { summed, calls, put } of [managed, without, closed])
    expect([summed, calls, put.toSorted()]).toEqual([[], [], numbers]);
});

it.each([true, false])(
  'sends no part again after it was killed that the store has, with no more calls, joined by the store: %s',
  async (isJoined) => {
    const server = startServer({ checksum: () => (isJoined ? 'content-md5' : undefined) });
    for (const number of [1, 2, 5]) server.store.objects.set(urlOf(number, isJoined), partOf(number));
    const progress: number[] = [];
    const onProgress = (sent: number) => void progress.push(sent);
    expect(await server.upload({ resume: killed(1, 2, 3, 5), onProgress })).toEqual({ id: 'f1' });
    expect([directOf(server), server.put]).toEqual([[3, 4], []]);
    expect(server.calls).toHaveLength(2);
    expect(server.calls[0]!.stored).toEqual(named(withSums, 1, 2, 3));
    expect(server.calls[1]!.stored).toContainEqual(named(isJoined ? withSums : withoutSums, 5)[0]);
    // each part once
    expect(progress).toEqual([...new Set(progress)].toSorted((a, b) => a - b));
    expect([progress.length, progress.at(-1)]).toEqual([numbers.length, content.length]);
  },
);

it('sends a part again of which the store has other bytes', async () => {
  const server = startServer();
  server.store.objects.set(urlOf(1, true), partOf(1));
  server.store.objects.set(urlOf(2, true), randomBytes(8));
  expect(await server.upload({ resume: killed(1, 2) })).toEqual({ id: 'f1' });
  expect([directOf(server), server.put]).toEqual([[2, 3, 4, 5], []]);
});

it('names what was sent before the parts are compared again, when the call that named it got no answer', async () => {
  const server = startServer({ failures: 3 });
  expect(await server.upload()).toEqual({ id: 'f1' });
  expect([directOf(server), server.put]).toEqual([numbers, []]);
});

it('sends to the server what the store has taken and lost', async () => {
  const server = startServer({ loses: [2, 5] });
  expect(await server.upload()).toEqual({ id: 'f1' });
  expect([directOf(server), server.put.toSorted()]).toEqual([numbers, [2, 5]]);
});

describe('trusts no answer', () => {
  it.each(['x-amz-checksum-md5', 'Content-MD5', 'authorization', '__proto__', '', null, 0, true, {}, ['content-md5']])(
    'that wants another checksum, %j: all parts go to the server',
    async (lie) => {
      const server = startServer({ checksum: () => lie });
      expect(await server.upload()).toEqual({ id: 'f1' });
      expect([directOf(server), server.put.toSorted(), server.storeWay.isOpen]).toEqual([[], numbers, false]);
    },
  );

  it('that wants the MD5 of parts for which it did not want it before: these go to the server', async () => {
    const server = startServer({ checksum: (call) => (call === 1 ? undefined : 'content-md5') });
    expect(await server.upload()).toEqual({ id: 'f1' });
    expect([directOf(server), server.put, server.summed]).toEqual([[1, 2, 3, 4], [5], [1, 2, 3, 4]]);
  });

  it('that says that the store has parts which nobody has sent', async () => {
    const server = startServer({ storedOf: () => numbers });
    expect(await server.upload()).toEqual({ id: 'f1' });
    expect([directOf(server), server.put]).toEqual([numbers, []]);
  });
});
