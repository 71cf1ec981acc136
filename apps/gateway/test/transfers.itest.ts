import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { ArchiveEntry } from '@tradepost/contracts/jobs';
import { requests, type TransferObject } from '@tradepost/contracts/requests';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/objects/zip/archive';
import { zipStream } from '@tradepost/service-kit/objects/zip/stored-zip';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { sha256, startGateway, type GatewayUnderTest } from './gateway-harness';

const path = '/api/file-requests/t1/archive';
const contents = [
  randomBytes(1_500_000),
  Buffer.from('a,b\n1,2\n'),
  Buffer.alloc(0),
  randomBytes(700_001),
  Buffer.from('same name'),
];
const names = ['big.bin', 'prices.csv', 'empty.csv', 'ünïcode.bin', 'Prices.csv'];
let gateway: GatewayUnderTest;
let bearer: string;
let entries: ArchiveEntry[];
let object: TransferObject;
/** What worker-zip stores for these entries. */
let built: Buffer;

beforeAll(async () => {
  gateway = await startGateway();
  ({ bearer } = await gateway.signIn());
  entries = contents.map((content, i) => ({
    objectKey: `c/f/${i}`,
    name: names[i]!,
    size: content.length,
    crc32: crc32(content),
    modifiedAt: '2026-01-02T03:04:05.000Z',
  }));
  for (const [i, { objectKey }] of entries.entries()) await gateway.store.put(objectKey, Readable.from([contents[i]!]));
  const layout = layoutArchive(entries);
  await gateway.store.put('transfers/r1/1.zip', zipStream(layout, entriesIn(gateway.store, entries)));
  built = await buffer(await gateway.store.get('transfers/r1/1.zip'));
  object = {
    objectKey: 'transfers/r1/1.zip',
    name: 'Ann.zip',
    contentType: 'application/zip',
    size: layout.size,
    etag: 'r1-1',
    modifiedAt: '2026-01-02T03:04:05.000Z',
  };
  await gateway.stubService(requests.openArchive, () => ({ ...object, entries }));
  await gateway.stubService(requests.returnBytes, () => ({ ok: true as const }));
});
afterAll(() => gateway.stop());

const get = (headers: Record<string, string> = {}) =>
  request(gateway.origin)
    .get(path)
    .set({ authorization: bearer, ...headers })
    .buffer(true)
    .parse(binary);
const binary = (response: request.Response, done: (error: Error | null, body: Buffer) => void) => {
  buffer(response as unknown as NodeJS.ReadableStream).then(
    (bytes) => done(null, bytes),
    (error: Error) => done(error, Buffer.alloc(0)),
  );
};
const lastBytes = () =>
  gateway.calls.findLast(({ subject }) => subject === requests.openArchive.subject)?.input.bytes as number;
const uses = () =>
  gateway.calls
    .filter(({ subject }) => subject === requests.openArchive.subject)
    .map(({ input }) => input.use as string);

describe('an archive that is not built yet', () => {
  it('is sent with its length and the same bytes as the built archive', async () => {
    const { body, headers } = await get().expect(200);
    expect(sha256(body)).toBe(sha256(built));
    expect(headers).toMatchObject({
      'content-length': String(built.length),
      'content-type': 'application/zip',
      'accept-ranges': 'bytes',
      etag: '"r1-1"',
      'content-disposition': `attachment; filename="Ann.zip"; filename*=UTF-8''Ann.zip`,
    });
  });

  it('opens in another zip reader', async () => {
    const { body } = await get();
    const directory = mkdtempSync(join(tmpdir(), 'tradepost-zip-'));
    try {
      const file = join(directory, 'a.zip');
      writeFileSync(file, body as Buffer);
      const script =
        'import hashlib, json, sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps([[i.filename, hashlib.sha256(z.read(i)).hexdigest()] for i in z.infolist()]))';
      const found = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }));
      expect(found).toEqual(
        contents.map((content, i) => [
          ['big.bin', 'prices.csv', 'empty.csv', 'ünïcode.bin', 'Prices (2).csv'][i],
          sha256(content),
        ]),
      );
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it('answers ranges, and resumes from the built archive', async () => {
    const size = built.length;
    const ranges = [
      [0, 0],
      [0, 99],
      [17, 1_600_000],
      [1_499_990, 1_500_200],
      [size - 1, size - 1],
      [size - 300, size - 1],
      ...Array.from({ length: 10 }, () => [0, 0].map(() => Math.floor(Math.random() * size)).sort((a, b) => a - b)),
    ];
    for (const [start, end] of ranges as [number, number][]) {
      const { body, headers } = await get({ range: `bytes=${start}-${end}` }).expect(206);
      expect(headers['content-range']).toBe(`bytes ${start}-${end}/${size}`);
      expect(sha256(body)).toBe(sha256(built.subarray(start, end + 1)));
    }
    const first = await get({ range: 'bytes=0-999999' }).expect(206);
    await gateway.stubService(requests.openArchive, () => object);
    const rest = await get({ range: 'bytes=1000000-', 'if-range': first.headers.etag as string }).expect(206);
    await gateway.stubService(requests.openArchive, () => ({ ...object, entries }));
    expect(sha256(Buffer.concat([first.body, rest.body]))).toBe(sha256(built));
    await get({ range: `bytes=${size}-` }).expect(416);
  });

  it('breaks the connection if a file has changed', async () => {
    await gateway.store.put('c/f/3', Readable.from([randomBytes(700_001)]));
    await expect(get()).rejects.toThrow(/aborted|hang up|terminated/);
    await gateway.store.put('c/f/3', Readable.from([contents[3]!]));
  });
});

it('answers HEAD with the length, without reading files', async () => {
  const read = jest.spyOn(gateway.store, 'get');
  const { headers } = await request(gateway.origin).head(path).set({ authorization: bearer }).expect(200);
  expect(headers).toMatchObject({ 'content-length': String(built.length), etag: '"r1-1"' });
  expect(read).not.toHaveBeenCalled();
  expect(uses().at(-1)).toBe('look');
  read.mockRestore();
});

describe('the use that the requests service gets', () => {
  const usesOf = async (headers: Record<string, string>, query = '') => {
    const before = uses().length;
    await request(gateway.origin)
      .get(path + query)
      .set({ authorization: bearer, ...headers });
    return uses().slice(before);
  };

  it('distinguishes the start, the continuation and the check of a download', async () => {
    expect(await usesOf({})).toEqual(['start']);
    expect(await usesOf({}, '?use=look')).toEqual(['start']);
    expect(await usesOf({ range: 'bytes=0-10' })).toEqual(['look', 'start']);
    expect(await usesOf({ range: 'bytes=10-20' })).toEqual(['look', 'resume']);
    expect(lastBytes()).toBe(11);
    expect(await usesOf({ range: 'bytes=-20' })).toEqual(['look', 'resume']);
    expect(lastBytes()).toBe(20);
    expect(await usesOf({ range: `bytes=${built.length}-` })).toEqual(['look']);
    expect(await usesOf({ 'if-none-match': '"r1-1"' })).toEqual(['look']);
    expect(await usesOf({ 'if-none-match': '"other"' })).toEqual(['look', 'start']);
  });

  it.each([
    ['of another version', { range: 'bytes=10-', 'if-range': '"other"' }],
    ['of several ranges', { range: 'bytes=10-20,30-40' }],
    ['of no range', { range: 'bytes=abc' }],
    ['from the first byte on, counted from the end', { range: 'bytes=-999999999' }],
  ])('counts as a start if the whole file is sent: %s', async (_, headers) => {
    expect(await usesOf(headers as never)).toEqual(['look', 'start']);
  });

  it('does not count bytes that a broken resumed download did not send', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\nrange: bytes=1-\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    const returned = () => gateway.calls.find(({ subject }) => subject === requests.returnBytes.subject);
    const { input } = await waitFor(returned, { what: 'the bytes to be returned' });
    expect(input).toMatchObject({ transferId: 't1' });
    expect(input.bytes).toBeGreaterThan(0);
    expect(input.bytes).toBeLessThan(built.length);
  });
});
