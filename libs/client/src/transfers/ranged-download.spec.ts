import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newFileKey, sealFile } from '@tradepost/sealing/file/file';
import { chunkSize } from '@tradepost/sealing/file/format';
import { ApiClient } from '../api/api-client';
import { PartSlots } from '../api/part-slots';
import { downloadRanges, missingSpans, type Begun, type Span } from './ranged-download';

const MB = 1024 ** 2;
const size = 17 * MB + 5;
const content = randomBytes(size);
const fileKey = newFileKey();
const file = { fileId: 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 1 };
let sealed: Uint8Array;
beforeAll(async () => {
  const stream = new Blob([content]).stream().pipeThrough(sealFile(fileKey, file));
  sealed = new Uint8Array(await new Response(stream).arrayBuffer());
});

type Answer = (response: ServerResponse, range: { start: number; end: number }, bytes: Uint8Array) => unknown;

const ranged: Answer = (response, { start, end }, bytes) =>
  response
    .writeHead(206, { etag: '"a"', 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` })
    .end(bytes.subarray(start, end));

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server of one stored file. `answers`: the first ones; then ranges. */
async function serving(bytes: Uint8Array, ...answers: Answer[]) {
  const asked: { range: string | undefined; tag: string | undefined }[] = [];
  let [active, most] = [0, 0];
  const server = createServer(({ headers }: IncomingMessage, response) => {
    const { range, 'if-range': tag } = headers;
    asked.push({ range, tag: tag?.toString() });
    most = Math.max(most, (active += 1));
    response.once('close', () => (active -= 1));
    const [, start = '0', end = ''] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? [];
    const answer = answers.shift() ?? ranged;
    // others can arrive until then
    setTimeout(() => {
      answer(response, { start: Number(start), end: end ? Number(end) + 1 : bytes.length }, bytes);
    }, 5);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  const client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    retryPolicy: { attempts: 3, baseDelayMs: 1, maxDelayMs: 10 },
  });
  return { client, asked, most: () => most };
}

type Received = Parameters<typeof downloadRanges>[1];
const received = (bytes: Uint8Array): Received => ({
  fileId: file.fileId,
  name: 'a.csv',
  size,
  mode: bytes === content ? 'managed' : 'e2e',
  sha256: '',
  stored: { path: '/x', size: bytes.length },
  ...(bytes !== content && { sealed: { fileKey, file } }),
  read: () => Promise.reject(new Error('unused')),
});

/** Downloads into memory. `disk`: what an earlier attempt wrote. */
async function attempt(
  client: ApiClient,
  bytes: Uint8Array,
  disk = newDisk(),
  { signal = new AbortController().signal, write = (): void => undefined } = {},
) {
  const { begun, finished } = disk;
  await downloadRanges(client, received(bytes), {
    slots: new PartSlots({ mostBytes: Infinity }),
    signal,
    earlier: begun && { begun, finished: [...finished] },
    onBegun: (now) => (disk.begun = now),
    write: async (pieces, at) => {
      write();
      disk.content.set(Buffer.concat(pieces), at);
    },
    onWritten: async (span) => void disk.finished.push(span),
    onProgress: (loaded) => disk.progress.push(loaded),
  });
  return disk;
}
const newDisk = () => ({
  content: Buffer.alloc(size),
  begun: undefined as Begun | undefined,
  finished: [] as Span[],
  progress: [] as number[],
});
const kinds = [
  ['managed', () => content],
  ['sealed', () => sealed],
] as const;

describe.each(kinds)('a %s file', (kind, stored) => {
  it('is fetched in ranges, several at once, of one version, and each byte once', async () => {
    const { client, asked, most } = await serving(stored());
    const disk = await attempt(client, stored());
    expect(disk.content.equals(content)).toBe(true);
    expect(disk.progress.at(-1)).toBe(size);
    expect(most()).toBeGreaterThan(1);
    expect(asked).toHaveLength(3);
    // the first answer counts the download, and names the version of the others
    expect(asked.map(({ tag }) => tag)).toEqual([undefined, '"a"', '"a"']);
    expect(asked[0]?.range).toMatch(/^bytes=0-/);
    expect(missingSpans(size, disk.finished)).toEqual([]);
  });

  it('is taken from one answer of a server without ranges', async () => {
    const { client, asked } = await serving(stored(), (response, _, bytes) =>
      response.writeHead(200, { etag: '"a"' }).end(bytes),
    );
    expect((await attempt(client, stored())).content.equals(content)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('continues after broken connections where they broke, also those that lie about their length', async () => {
    const cut: Answer = (response, { start, end }, bytes) => {
      response.writeHead(206, {
        etag: '"a"',
        'content-range': `bytes ${start}-${end - 1}/${bytes.length}`,
        'content-length': end - start,
      });
      response.write(bytes.subarray(start, start + MB), () => setTimeout(() => response.destroy(), 20));
    };
    const short: Answer = (response, { start, end }, bytes) =>
      response
        .writeHead(206, { etag: '"a"', 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` })
        .end(bytes.subarray(start, start + MB));
    const { client, asked } = await serving(stored(), cut, cut, short, (response) => response.destroy());
    expect((await attempt(client, stored())).content.equals(content)).toBe(true);
    expect(new Set(asked.map(({ range }) => range)).size).toBeGreaterThanOrEqual(6);
  });

  it('is continued by another process, which fetches only what is missing', async () => {
    const { client, asked } = await serving(stored());
    const disk = newDisk();
    const stopping = new AbortController();
    const write = () => {
      if ((disk.progress.at(-1) ?? 0) >= 12 * MB) stopping.abort(new Error('killed'));
    };
    await expect(attempt(client, stored(), disk, { signal: stopping.signal, write })).rejects.toThrow('killed');
    const missing = missingSpans(size, disk.finished);
    const bytes = missing.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(bytes).toBeLessThan(8 * MB);
    const before = asked.length;
    await attempt(client, stored(), disk);
    expect(disk.content.equals(content)).toBe(true);
    const later = asked.slice(before);
    // a request of the first attempt may arrive late
    expect(new Set(later.map(({ range }) => range)).size).toBe(missing.length);
    expect(later.every(({ range, tag }) => !range?.startsWith('bytes=0-') && tag === '"a"')).toBe(true);
  });

  it.each<[string, string, Answer]>([
    [
      'another range',
      'TAMPERED',
      (response, { start, end }, bytes) =>
        response
          .writeHead(206, { etag: '"a"', 'content-range': `bytes ${start + 1}-${end}/${bytes.length}` })
          .end(bytes.subarray(start + 1, end + 1)),
    ],
    [
      'a range of a file of another size',
      'TAMPERED',
      (response, { start, end }, bytes) =>
        response
          .writeHead(206, { etag: '"a"', 'content-range': `bytes ${start}-${end - 1}/${bytes.length + 1}` })
          .end(bytes.subarray(start, end)),
    ],
    [
      'a range without saying which',
      'TAMPERED',
      (response, { start, end }, bytes) => response.writeHead(206, { etag: '"a"' }).end(bytes.subarray(start, end)),
    ],
    [
      'a range of another version',
      'TAMPERED',
      (response, { start, end }, bytes) =>
        response
          .writeHead(206, { etag: '"b"', 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` })
          .end(bytes.subarray(start, end)),
    ],
    [
      'the whole file, of another version',
      'TAMPERED',
      (response, _, bytes) => response.writeHead(200, { etag: '"b"' }).end(bytes),
    ],
    [
      'more bytes than the range has',
      'TAMPERED',
      (response, { start, end }, bytes) =>
        response
          .writeHead(206, { etag: '"a"', 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` })
          .end(bytes.subarray(start, end + 1)),
    ],
    ['that the file is shorter', 'TRUNCATED', (response) => response.writeHead(416).end()],
  ])('is refused when the second answer is %s', async (_, problem, wrong) => {
    const { client } = await serving(stored(), ranged, wrong);
    await expect(attempt(client, stored())).rejects.toMatchObject({ problem });
  });

  it('is not mixed with another version when a later process continues', async () => {
    const { client } = await serving(stored());
    const disk = newDisk();
    disk.begun = {
      etag: '"old"',
      ...(kind === 'sealed' && { prefix: Buffer.from(sealed.subarray(0, 84)).toString('base64url') }),
    };
    disk.finished = [{ start: 0, end: 8 * MB }];
    await expect(attempt(client, stored(), disk)).rejects.toMatchObject({ problem: 'TAMPERED' });
  });

  it('stops all ranges with the first error, and reports what was written', async () => {
    const { client } = await serving(stored());
    const disk = newDisk();
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    let writes = 0;
    const write = () => {
      if (++writes > 24) throw full;
    };
    await expect(attempt(client, stored(), disk, { write })).rejects.toBe(full);
    const written = disk.finished.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(written).toBeGreaterThan(4 * MB);
    for (const { start, end } of disk.finished)
      expect(disk.content.subarray(start, end).equals(content.subarray(start, end))).toBe(true);
  });
});

it('writes no byte of a sealed file that is not authentic', async () => {
  const flipped: Answer = (response, range, bytes) => {
    const wrong = Buffer.from(bytes);
    wrong[range.start + 5 * MB]! ^= 1;
    return ranged(response, range, wrong);
  };
  const { client } = await serving(sealed, ranged, flipped);
  const disk = newDisk();
  await expect(attempt(client, sealed, disk)).rejects.toMatchObject({ problem: 'TAMPERED' });
  for (let at = 0; at < size; at += chunkSize) {
    const written = disk.content.subarray(at, at + chunkSize);
    if (written.some(Boolean)) expect(written.equals(content.subarray(at, at + chunkSize))).toBe(true);
  }
});

it('refuses stored bytes of another size than that of the content', async () => {
  const { client, asked } = await serving(sealed);
  await expect(attempt(client, sealed.subarray(0, -1))).rejects.toMatchObject({ problem: 'META_MISMATCH' });
  expect(asked).toEqual([]);
});

it('finds what is missing between written ranges', () => {
  const spans = [
    { start: 20 * MB, end: 24 * MB },
    { start: 0, end: MB },
    { start: 10 * MB, end: 21 * MB },
  ];
  expect(missingSpans(25 * MB, spans)).toEqual([
    { start: MB, end: 8 * MB },
    { start: 8 * MB, end: 10 * MB },
    { start: 24 * MB, end: 25 * MB },
  ]);
  expect(missingSpans(0, [])).toEqual([]);
});
