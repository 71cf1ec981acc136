import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@tradepost/client/api/api-client';
import { PartSlots } from '@tradepost/client/api/part-slots';
import { download } from './downloader';
import { targetIn } from './target';

const MB = 1024 ** 2;
const content = randomBytes(17 * MB);
const sha256 = createHash('sha256').update(content).digest('hex');
const file = {
  fileId: 'f',
  name: 'a.bin',
  size: content.length,
  mode: 'managed' as const,
  sha256,
  stored: { path: '/x', size: content.length },
  read: () => Promise.reject(new Error('unused')),
};

let folder: string;
let stop: () => Promise<unknown>;
/** Requested ranges, and how many of them are answered. */
let ranges: string[];
let most: number;
let served: { bytes: Buffer; etag: string };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradepost-download-'));
  [ranges, most, served] = [[], Infinity, { bytes: content, etag: '"a"' }];
  const server = createServer(({ headers: { range = '', 'if-range': tag } }, response) => {
    ranges.push(range);
    if (ranges.length > most) return response.writeHead(410).end(JSON.stringify({ code: 'GONE', message: 'Gone' }));
    const { bytes, etag } = served;
    const [, start = '0', end = ''] = /bytes=(\d+)-(\d*)/.exec(range) ?? [];
    if (tag && tag !== etag) return response.writeHead(200, { etag }).end(bytes);
    const to = end ? Number(end) + 1 : bytes.length;
    const about = { etag, 'content-range': `bytes ${start}-${to - 1}/${bytes.length}` };
    return response.writeHead(206, about).end(bytes.subarray(Number(start), to));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

let client: ApiClient;
const target = () => targetIn(folder, 'a.bin', file);
const fetchFile = () =>
  download(client, file, target(), {
    force: false,
    slots: new PartSlots({ mostBytes: Infinity }),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

/** Downloads the first range, then the server refuses. */
async function interrupted() {
  most = 1;
  await expect(fetchFile()).rejects.toMatchObject({ status: 410 });
  [ranges, most] = [[], Infinity];
}
const expectWhole = async () => {
  expect((await readFile(join(folder, 'a.bin'))).equals(content)).toBe(true);
  expect(await readdir(folder)).toEqual(['a.bin']);
};

it('continues with the ranges that are missing, and leaves only the file', async () => {
  await interrupted();
  expect((await readdir(folder)).map((name) => name.split('.').at(-1)).sort()).toEqual(['part', 'ranges']);
  expect(await fetchFile()).toBe(false);
  expect(ranges.length).toBeGreaterThan(0);
  expect(ranges.some((range) => range.startsWith('bytes=0-'))).toBe(false);
  await expectWhole();
  ranges = [];
  expect(await fetchFile()).toBe(true);
  expect(ranges).toEqual([]);
});

it.each([
  ['ends in half a line', '\n8388608 1677'],
  ['claims more than the partial file has', '\n0 9000000\n'],
])('ignores the end of a ledger that %s', async (_, line) => {
  await interrupted();
  await appendFile(target().ledger, line);
  await fetchFile();
  expect(ranges.some((range) => range.startsWith('bytes=0-'))).toBe(false);
  await expectWhole();
});

it.each<[string, () => Promise<unknown>]>([
  ['the server has another version of the file', async () => (served = { ...served, etag: '"b"' })],
  ['what was written is not what the ledger says', () => writeFile(target().part, Buffer.alloc(9 * MB))],
  ['the ledger is of another content', () => writeFile(target().ledger, '{"sha256":"x","size":1}\n\n0 8388608\n')],
  ['the ledger is damaged', () => writeFile(target().ledger, '{"sha')],
  ['the partial file is gone', () => rm(target().part)],
])('starts over, and mixes nothing, when %s', async (_, change) => {
  await interrupted();
  await change();
  await fetchFile();
  expect(ranges.some((range) => range.startsWith('bytes=0-'))).toBe(true);
  await expectWhole();
});

it('is done by one process at a time', async () => {
  await interrupted();
  await writeFile(target().lock, String(process.ppid));
  await expect(fetchFile()).rejects.toThrow(`process ${process.ppid} is downloading it`);
  expect(ranges).toEqual([]);
});

it('waits for the number of a process that is about to write it', async () => {
  await interrupted();
  await writeFile(target().lock, '');
  const fetching = fetchFile();
  await writeFile(target().lock, String(process.ppid));
  await expect(fetching).rejects.toThrow(`process ${process.ppid} is downloading it`);
});

it.each([
  ['has ended', '999999999', 0],
  ['had the number of this one', String(process.pid), 0],
  ['ended before it wrote its number', '', 11],
  ['ended just now, before it wrote its number', '', 9.8],
  ['ran before the machine was started', String(process.ppid), uptime() + 60],
])('continues after a process that %s', async (_, pid, secondsAgo) => {
  await interrupted();
  await writeFile(target().lock, pid);
  const then = new Date(Date.now() - secondsAgo * 1000);
  await utimes(target().lock, then, then);
  await fetchFile();
  expect(ranges.some((range) => range.startsWith('bytes=0-'))).toBe(false);
  await expectWhole();
});

it('deletes a content that has another hash, and fails', async () => {
  const changed = Buffer.from(content);
  changed[10 * MB]! ^= 1;
  served = { bytes: changed, etag: '"a"' };
  await expect(fetchFile()).rejects.toMatchObject({ problem: 'TAMPERED' });
  expect(await readdir(folder)).toEqual([]);
});
