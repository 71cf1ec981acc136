import { randomBytes } from 'node:crypto';
import { sealedSize } from '@tradepost/sealing/file/format';
import { ApiError } from './api-error';
import { directArchiveRanges, directRangesOf, sealedOffset, type StoredRange } from './direct-ranges';
import { StoreWay } from './store-way';
import { storedInOrder } from './stored-in-order';
import type { Transport } from './transport';

const MB = 1024 ** 2;
const contentSize = 17 * MB;
const stored = randomBytes(sealedSize(contentSize));
const size = stored.length;
const sealedSpans = [0, 8, 16].map((start) => ({
  start: sealedOffset(start * MB),
  end: start === 16 ? stored.length : sealedOffset((start + 8) * MB),
}));
const retryPolicy = { attempts: 3, baseDelayMs: 1, maxDelayMs: 1 };

const rangeOf = ({ headers }: RequestInit) => new Headers(headers).get('range');

/** The bytes that a request asks for. */
function answerTo(init: RequestInit, etag: string): Response {
  const [, start = '0', last = String(size - 1)] = /^bytes=(\d+)-(\d+)?$/.exec(rangeOf(init) ?? '') ?? [];
  const headers = { etag, 'content-range': `bytes ${start}-${last}/${size}` };
  const bytes = new Uint8Array(stored.subarray(Number(start), Number(last) + 1));
  return new Response(bytes, { status: rangeOf(init) ? 206 : 200, headers });
}

/** Reads everything. `store`, `server`: how they answer, by the number of the call. */
async function reading({
  store = async (init: RequestInit) => answerTo(init, '"of the store"'),
  server = async (init: RequestInit) => answerTo(init, '"of the server"'),
  direct: isDirect = true,
}: {
  store?: (init: RequestInit, call: number) => Promise<Response>;
  server?: (init: RequestInit, call: number) => Promise<Response>;
  direct?: boolean;
} = {}) {
  const calls = { store: [] as (string | null)[], server: [] as (string | null)[] };
  const transport: Transport = (_, init) => store(init, calls.store.push(rangeOf(init)));
  const way = new StoreWay(transport);
  const ask = async (ranges: StoredRange[]) => ranges.map(({ start }) => `https://s3.example.com/key?from=${start}`);
  const progress: number[] = [];
  const request = (init: RequestInit) => server(init, calls.server.push(rangeOf(init)));
  const direct = isDirect ? directRangesOf(way, contentSize, sealedSpans, ask) : undefined;
  const onProgress = (loaded: number) => void progress.push(loaded);
  const bytes = await storedInOrder(request, direct, { size, retryPolicy, onProgress });
  const read = Buffer.from(await new Response(bytes).arrayBuffer());
  return { read, calls, progress, way };
}

it('reads all but the first bytes from the store, in their order', async () => {
  const { read, calls, progress } = await reading();
  expect(read.equals(stored)).toBe(true);
  expect(calls.server).toEqual(['bytes=0-83']);
  expect(calls.store).toHaveLength(3);
  expect([progress.at(-1), progress.every((loaded, at) => at === 0 || loaded > progress[at - 1]!)]).toEqual([
    size,
    true,
  ]);
});

it('reads from the server what the store does not send, and goes on with the store', async () => {
  const { read, calls } = await reading({
    store: async (init, call) => (call === 2 ? new Response(null, { status: 403 }) : answerTo(init, '"of the store"')),
  });
  expect(read.equals(stored)).toBe(true);
  expect([calls.server.length, calls.store.length]).toEqual([2, 3]);
});

it('continues at the server where a range breaks off', async () => {
  const cut = (init: RequestInit) => {
    const whole = answerTo(init, '"of the store"');
    let pieces = 0;
    const body = whole.body!.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, controller) => {
          if (pieces++ === 0) controller.enqueue(piece.subarray(0, 100));
          controller.error(new TypeError('cut'));
        },
      }),
    );
    return new Response(body, { status: 206, headers: whole.headers });
  };
  const { read } = await reading({ store: async (init, call) => (call === 1 ? cut(init) : answerTo(init, '"s"')) });
  expect(read.equals(stored)).toBe(true);
});

it('reads everything from the server if the store cannot be reached, and tries it once', async () => {
  const { read, calls, way } = await reading({ store: () => Promise.reject(new TypeError('blocked')) });
  expect(read.equals(stored)).toBe(true);
  expect([calls.store.length, way.isOpen]).toEqual([1, false]);
  const part = 8 * MB + 8 * 1024;
  expect(calls.server).toEqual([
    'bytes=0-83',
    `bytes=84-${part + 83}`,
    `bytes=${part + 84}-${2 * part + 83}`,
    `bytes=${2 * part + 84}-`,
  ]);
});

it('reads everything from the server in ranges without a way to the store', async () => {
  const { read, calls } = await reading({ direct: false });
  expect(read.equals(stored)).toBe(true);
  expect(calls).toEqual({
    server: [`bytes=0-${8 * MB - 1}`, `bytes=${8 * MB}-${16 * MB - 1}`, `bytes=${16 * MB}-`],
    store: [],
  });
});

it('does not repeat a call that the server refuses', async () => {
  const refused = new ApiError('gone', { status: 410 });
  const failing = reading({ server: () => Promise.reject(refused) });
  await expect(failing).rejects.toBe(refused);
});

it('needs no header of the store that a page may not read', async () => {
  const { read, calls } = await reading({
    store: async (init) => {
      const { body, status } = answerTo(init, '');
      return new Response(body, { status });
    },
  });
  expect([read.equals(stored), calls.server.length]).toEqual([true, 1]);
});

it('reads everything from a server that knows no ranges, or does not answer the first call', async () => {
  const whole = await reading({ server: async ({ headers: _, ...init }) => answerTo(init, '"of the server"') });
  expect([whole.read.equals(stored), whole.calls]).toEqual([true, { server: ['bytes=0-83'], store: [] }]);
  const later = await reading({
    server: async (init, call) => {
      if (call === 1) throw new ApiError('offline', { status: 0 });
      return answerTo(init, '"of the server"');
    },
  });
  expect([later.read.equals(stored), later.calls.server]).toEqual([true, ['bytes=0-83', null]]);
});

it('refuses a range of another length', async () => {
  const longer = async (init: RequestInit) => {
    const { headers } = answerTo(init, '"s"');
    return new Response(new Uint8Array(9 * MB), { status: 206, headers });
  };
  await expect(reading({ store: longer })).rejects.toMatchObject({ problem: 'TAMPERED' });
});

describe('an archive', () => {
  const sizes = { first: 17 * MB, small: 1000, second: 9 * MB };
  const objects = Object.values(sizes).map((content) => randomBytes(sealedSize(content)));
  const header = randomBytes(60);
  const offsets = objects.map(
    (_, at) => objects.slice(0, at).reduce((sum, { length }) => sum + length, 0) + (at + 1) * header.length,
  );
  const archive = Buffer.concat([...objects.flatMap((object) => [header, object]), header]);
  const entries = Object.values(sizes).map((content, at) => ({
    offset: offsets[at]!,
    length: objects[at]!.length,
    size: content,
    sealed: {},
  }));

  const bytesOf = (from: Buffer, init: RequestInit) => {
    const [, start = '0', last = String(from.length - 1)] = /^bytes=(\d+)-(\d+)?$/.exec(rangeOf(init) ?? '') ?? [];
    const headers = { etag: '"one"', 'content-range': `bytes ${start}-${last}/${from.length}` };
    return new Response(new Uint8Array(from.subarray(Number(start), Number(last) + 1)), { status: 206, headers });
  };

  async function readingOf(given: typeof entries, spoil?: (call: number) => boolean) {
    const calls = { store: [] as string[], server: [] as (string | null)[] };
    const transport: Transport = async (url, init) => {
      const call = calls.store.push(`${url} ${rangeOf(init)}`);
      const at = Number(new URL(String(url)).pathname.slice(1));
      return spoil?.(call) ? new Response(null, { status: 403 }) : bytesOf(objects[at]!, init);
    };
    const ask = async (ranges: StoredRange[]) =>
      ranges.map(({ start }) => `https://s3.example.com/${offsets.findLastIndex((offset) => offset <= start)}`);
    const direct = directArchiveRanges(new StoreWay(transport), given, ask);
    if (!direct) return { calls, read: undefined };
    const request = async (init: RequestInit) => {
      calls.server.push(rangeOf(init));
      return bytesOf(archive, init);
    };
    const bytes = await storedInOrder(request, direct, { size: archive.length, retryPolicy });
    return { calls, read: Buffer.from(await new Response(bytes).arrayBuffer()) };
  }

  it('comes from the store as far as it consists of large sealed files, and from the server else', async () => {
    const { calls, read } = await readingOf(entries);
    expect(read?.equals(archive)).toBe(true);
    const [, endOfFirst, second] = [0, offsets[0]! + objects[0]!.length, offsets[2]!];
    expect(calls.server).toEqual([
      'bytes=0-59',
      `bytes=${endOfFirst}-${second - 1}`,
      `bytes=${archive.length - header.length}-`,
    ]);
    expect(calls.store.map((call) => call.replace('https://s3.example.com/', ''))).toEqual([
      `0 bytes=0-${8 * MB - 1}`,
      `0 bytes=${8 * MB}-${16 * MB - 1}`,
      `0 bytes=${16 * MB}-${objects[0]!.length - 1}`,
      `2 bytes=0-${8 * MB - 1}`,
      `2 bytes=${8 * MB}-${objects[2]!.length - 1}`,
    ]);
  });

  it('comes from the server where the store refuses', async () => {
    const { calls, read } = await readingOf(entries, (call) => call === 4);
    expect([read?.equals(archive), calls.server.length, calls.store.length]).toEqual([true, 4, 5]);
  });

  it('of managed or small files, or with a wrong length, does not come from the store', async () => {
    const [first, small] = entries;
    const { sealed: _, ...managed } = first!;
    for (const given of [[managed], [small!], [{ ...first!, length: first!.length + 1 }]])
      expect((await readingOf(given as typeof entries)).read).toBeUndefined();
  });
});
