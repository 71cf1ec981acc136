import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';
import { resumableStream, type ResumableStreamOptions } from './resumable-stream';

const content = randomBytes(100_000);
const retryPolicy = { attempts: 3, baseDelayMs: 1, maxDelayMs: 10 };

/** Answers each request in turn, and records its range and entity tag. */
async function serving(...answers: ((response: ServerResponse, from: number) => void)[]) {
  const ranges: (string | undefined)[] = [];
  const tags: (string | undefined)[] = [];
  const server = createServer(({ headers: { range, 'if-range': tag } }, response) => {
    ranges.push(range);
    tags.push(tag?.toString());
    answers[Math.min(ranges.length, answers.length) - 1]?.(
      response,
      Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
  const client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const read = async (
    wanted: Partial<ResumableStreamOptions> = {},
    ask = (init: RequestInit) => client.fetch('/x', init),
  ) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of resumableStream(ask, { size: content.length, retryPolicy, ...wanted }))
      pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { client, read, ranges, tags };
}
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const rangeFrom = (from: number) => ({ 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` });
const whole = (response: ServerResponse, from: number) =>
  response
    .writeHead(from > 0 ? 206 : 200, { etag: '"a"', ...(from > 0 && rangeFrom(from)) })
    .end(content.subarray(from));
const broken = (response: ServerResponse, from: number) => {
  response
    .writeHead(from > 0 ? 206 : 200, {
      etag: '"a"',
      'content-length': content.length - from,
      ...(from > 0 && rangeFrom(from)),
    })
    .write(content.subarray(from, from + 20_000), () => setTimeout(() => response.destroy(), 20));
};
const dropped = (response: ServerResponse) => response.destroy();

it('resumes at the last received byte after any number of broken connections, and reports progress', async () => {
  const { read, ranges, tags } = await serving(broken, broken, dropped, broken, broken, whole);
  const progress: number[] = [];
  expect((await read({ onProgress: (loaded) => progress.push(loaded) })).equals(content)).toBe(true);
  expect(ranges).toEqual([undefined, 'bytes=20000-', 'bytes=40000-', 'bytes=40000-', 'bytes=60000-', 'bytes=80000-']);
  expect(tags).toEqual([undefined, ...Array.from({ length: 5 }, () => '"a"')]);
  expect(progress.at(-1)).toBe(content.length);
});

it('uses a new URL for each attempt, because signed URLs expire', async () => {
  const { client, read } = await serving(broken, whole);
  const asked: string[] = [];
  await read({}, (init) => {
    asked.push(`/x?signature=${asked.length}`);
    return client.fetch(asked.at(-1) ?? '', init);
  });
  expect(asked).toEqual(['/x?signature=0', '/x?signature=1']);
});

it('starts where an earlier process stopped', async () => {
  const { read, ranges } = await serving(whole);
  expect((await read({ from: 99_000 })).equals(content.subarray(99_000))).toBe(true);
  expect(ranges).toEqual(['bytes=99000-']);
});

it('reads a range, and no more', async () => {
  const { read, ranges } = await serving((response, from) =>
    response.writeHead(206, { etag: '"a"', ...rangeFrom(from) }).end(content.subarray(from, 20_000)),
  );
  expect((await read({ from: 10_000, to: 20_000 })).equals(content.subarray(10_000, 20_000))).toBe(true);
  expect(ranges).toEqual(['bytes=10000-19999']);
});

it('requests no bytes of a changed content after a weak entity tag, and refuses them', async () => {
  const tagged = (etag: string) => (response: ServerResponse, from: number) =>
    response.writeHead(206, { etag, ...rangeFrom(from) }).end(content.subarray(from));
  const { read, tags } = await serving(tagged('W/"b"'));
  await expect(read({ from: 10, version: { etag: 'W/"a"' } })).rejects.toMatchObject({ problem: 'TAMPERED' });
  expect(tags).toEqual([undefined]);
});

it('asks whether to resume after several failed attempts, and resumes', async () => {
  const { read, ranges } = await serving(broken, dropped, dropped, dropped, whole);
  const failures: string[] = [];
  expect((await read({ confirmResume: async ({ code }) => void failures.push(code) })).equals(content)).toBe(true);
  expect(failures).toEqual(['NETWORK']);
  expect(ranges.at(-1)).toBe('bytes=20000-');
});

it('gives up after several failed attempts without `confirmResume`', async () => {
  const { read, ranges } = await serving(broken, dropped);
  await expect(read()).rejects.toMatchObject({ code: 'NETWORK' });
  expect(ranges).toEqual([undefined, 'bytes=20000-', 'bytes=20000-']);
});

it('does not repeat a refused call', async () => {
  const { read, ranges } = await serving((response) =>
    response.writeHead(410).end(JSON.stringify({ code: 'TRANSFER_EXPIRED', message: 'It has expired' })),
  );
  await expect(read({ confirmResume: async () => undefined })).rejects.toMatchObject({
    status: 410,
    message: 'It has expired',
  });
  expect(ranges).toHaveLength(1);
});

it('stops when aborted', async () => {
  const { read } = await serving(() => undefined);
  const controller = new AbortController();
  const reading = read({ signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

it.each([
  [
    'starts again from the beginning',
    'TAMPERED',
    (response: ServerResponse) => response.writeHead(200).end(content),
    10,
  ],
  [
    'has more bytes than announced',
    'TAMPERED',
    (response: ServerResponse) => response.writeHead(200).end(Buffer.concat([content, content])),
    0,
  ],
  [
    'sends another range',
    'TAMPERED',
    (response: ServerResponse) => response.writeHead(206, rangeFrom(11)).end(content.subarray(11)),
    10,
  ],
  ['has fewer bytes', 'TRUNCATED', (response: ServerResponse) => response.writeHead(416).end(), 10],
  ['answers with an empty body', 'TRUNCATED', (response: ServerResponse) => response.writeHead(200).end(), 0],
])('rejects a server that %s', async (_, problem, answer, from) => {
  const { read } = await serving(answer);
  await expect(read({ from })).rejects.toMatchObject({ problem });
});
