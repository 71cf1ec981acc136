import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { ApiClient } from '@tradepost/client/api/api-client';
import { StoreWay } from '@tradepost/client/api/store-way';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { Ledger } from './ledger';
import type { Source } from './sources';
import { Uploader } from './uploader';

const MB = 1024 ** 2;
const content = randomBytes(17 * MB);
const changed = Buffer.from(content);
changed[12 * MB] = changed[12 * MB]! ^ 1;

let state: string;
let server: Server;
/** What was sent as each part, in order. */
let sent: { number: number; sha256: string }[];
/** Parts that the server refuses, and those that it says it has. */
let refused: number[];
let listed: { number: number; sha256: string }[];
let created: number;

beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'tradepost-cli-'));
  process.env.XDG_STATE_HOME = state;
  [sent, refused, listed, created] = [[], [], [], 0];
  server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = (what: object, status = 200) => response.writeHead(status).end(JSON.stringify(what));
    const { method, url = '' } = request;
    if (method === 'GET') return answer({ parts: listed, next: null, expiresAt: 'later' });
    if (method === 'POST' && url.endsWith('/commit')) return answer({ file: { id: 'f1', name: 'a.csv' } });
    if (method === 'POST')
      return response.writeHead(201, { location: `/api/file-sharing/uploads/u${(created += 1)}` }).end();
    const number = Number(url.split('/').at(-1));
    if (refused.includes(number)) return answer({ code: 'NOT_ALLOWED', message: 'no' }, 403);
    sent.push({ number, sha256: createHash('sha256').update(body).digest('hex') });
    return answer({ number });
  });
  // a busy machine pauses longer than the server keeps an idle connection, and this client repeats no call
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  delete process.env.XDG_STATE_HOME;
  rmSync(state, { recursive: true });
});

/** A file that is changed without a trace after so many reads: the system reports no other size and no other time. */
const sourceOf = (readsBefore = Infinity): Source => {
  let reads = 0;
  const read = async () => new Blob([++reads > readsBefore ? changed : content]);
  return { path: 'a.csv', name: 'a.csv', directory: '', size: content.length, mark: 'a', read };
};
const vaultKey = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const originOf = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`;
async function upload(source: Source, isSealed = true) {
  const vault = { key: await vaultKey, userId: '01890a5d-ac96-774b-bcce-b302099a8058', former: [] } as unknown as Vault;
  const client = new ApiClient(originOf(server), { storeWay: new StoreWay() });
  const target = {
    folderId: 'f',
    files: [],
    terms: {},
    vault: isSealed ? vault : undefined,
    fileTypes: null,
    replace: false,
    whole: false,
  };
  return new Uploader(client, new Ledger('me', 'f'), target).upload(source, () => undefined);
}
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}
const numbers = () => sent.map(({ number }) => number).sort();

it.each([true, false])(
  'sends after an interruption only what the server does not have, sealed: %s',
  async (isSealed) => {
    refused = [3];
    await expect(upload(sourceOf(), isSealed)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(numbers()).toEqual([1, 2]);
    listed = [...sent];
    refused = [];
    sent = [];
    expect(await upload(sourceOf(), isSealed)).toMatchObject({ present: false, file: { id: 'f1' } });
    expect([numbers(), created]).toEqual([[3], 1]);
  },
);

it('seals the same bytes again when the server has lost them', async () => {
  refused = [3];
  await expect(upload(sourceOf())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const before = new Map(sent.map(({ number, sha256 }) => [number, sha256]));
  refused = [];
  sent = [];
  await upload(sourceOf());
  expect(numbers()).toEqual([1, 2, 3]);
  for (const [number, sha256] of before) expect(sent).toContainEqual({ number, sha256 });
});

it('never sends other content under a key that it has used, whatever the server asks for', async () => {
  refused = [3];
  await expect(upload(sourceOf())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  refused = [];
  sent = [];
  // hashed as before, then changed; the server says that it has nothing
  await expect(upload(sourceOf(1))).rejects.toThrow('a.csv: was changed during the upload');
  expect(numbers()).not.toContain(2);
});

it.each([
  ['was interrupted', [3], 'was changed during the upload'],
  ['has finished', [], 'another process uploads this file'],
])('never sends other content under a key that another process uses, which %s', async (_what, refuses, error) => {
  const starts = [gate(), gate()];
  const sources = [content, changed].map((later, at) => {
    let reads = 0;
    const reachedParts = gate();
    const read = async () => {
      if (++reads === 1) return new Blob([content]);
      reachedParts.open();
      await starts[at]!.opened;
      return new Blob([later]);
    };
    return { ...sourceOf(), read, reachedParts: reachedParts.opened };
  });
  refused = refuses;
  const uploads: Promise<unknown>[] = [];
  for (const source of sources) {
    uploads.push(upload(source).catch((failure: Error) => failure));
    await source.reachedParts;
  }
  starts[0]!.open();
  await uploads[0];
  const bySecond = sent.length;
  refused = [];
  starts[1]!.open();
  expect(await uploads[1]).toMatchObject({ message: `a.csv: ${error}` });
  expect(sent.slice(bySecond).map(({ number }) => number)).not.toContain(2);
  expect(created).toBe(1);
});

describe('the reading of a large file', () => {
  let readings: number;
  class CountedBlob extends Blob {
    override stream() {
      readings += 1;
      return super.stream();
    }
  }
  beforeEach(() => (readings = 0));
  const file = (bytes: Buffer, state: string): Source => ({
    ...sourceOf(),
    ...{ size: bytes.length, state },
    read: async () => new CountedBlob([bytes]),
  });

  it('is done once, also when its upload is resumed, and again after a change', async () => {
    refused = [3];
    await expect(upload(file(content, 'before'))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    listed = [...sent];
    [refused, sent] = [[], []];
    await upload(file(content, 'before'));
    expect([readings, numbers(), created]).toEqual([1, [3], 1]);
    [listed, sent] = [[], []];
    await upload(file(changed, 'after'));
    expect([readings, numbers(), created]).toEqual([2, [1, 2, 3], 2]);
  });

  it('is done once for its hash and for its segments', async () => {
    await upload(file(Buffer.concat([content, content, content, content]), 'large'));
    expect([readings, created]).toEqual([1, 1]);
    expect(sent.length).toBeGreaterThan(8);
  });
});

it('begins with a new key when the upload is gone', async () => {
  refused = [3];
  await expect(upload(sourceOf())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const before = new Map(sent.map(({ number, sha256 }) => [number, sha256]));
  refused = [];
  sent = [];
  const original = server.listeners('request')[0] as (...given: unknown[]) => void;
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!request.url?.includes('/uploads/u1')) return original(request, response);
    request.resume();
    return response.writeHead(404).end(JSON.stringify({ code: 'NOT_FOUND', message: 'gone' }));
  });
  await upload(sourceOf());
  expect([numbers(), created]).toEqual([[1, 2, 3], 2]);
  for (const { number, sha256 } of sent) expect(before.get(number)).not.toBe(sha256);
});

describe('to a store that joins the parts', () => {
  type PartRef = { number: number; sha256: string; md5: string; crc32: number };
  /** What came to the store, and what was named to the server as sent. */
  let received: PartRef[];
  let namedAsSent: PartRef[];
  /** What the answer wants; and whether the command is killed before it names what it has sent. */
  let checksum: string;
  let isKilled: boolean;

  beforeEach(() => {
    [received, namedAsSent, checksum, isKilled] = [[], [], 'content-md5', false];
    const original = server.listeners('request')[0] as (...given: unknown[]) => void;
    server.removeAllListeners('request');
    server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
      const { method, url = '', headers } = request;
      const answer = (what: object, status = 200) => response.writeHead(status).end(JSON.stringify(what));
      const refuse = () => answer({ code: 'NOT_ALLOWED', message: 'no' }, 403);
      if (method === 'GET') return answer({ parts: listed, next: null, expiresAt: 'later', direct: true });
      const number = Number(url.split('/').at(-1));
      if (url.startsWith('/store/')) {
        const body = await buffer(request);
        const md5 = createHash('md5').update(body).digest();
        if (headers['content-md5'] !== md5.toString('base64')) return refuse();
        const sha256 = createHash('sha256').update(body).digest('hex');
        received.push({ number, sha256, md5: md5.toString('hex'), crc32: crc32(body) });
        return response.end();
      }
      if (isKilled && url.endsWith('/commit')) return refuse();
      if (!url.endsWith('/parts/direct')) return original(request, response);
      const { wanted, stored } = JSON.parse((await buffer(request)).toString()) as Record<string, PartRef[]>;
      if (isKilled && wanted!.length === 0) return refuse();
      namedAsSent.push(...stored!);
      const there = stored!.filter(({ md5 }) => received.some((one) => one.md5 === md5));
      const urls = wanted!.map((part) => ({ ...part, url: `${originOf(server)}/store/${part.number}` }));
      return answer({ urls, stored: there.map((part) => part.number), checksum, expiresAt: null });
    });
  });
  const byNumber = (parts: PartRef[]) => parts.toSorted((a, b) => a.number - b.number);

  it('names the sums of what it sends', async () => {
    expect(await upload(sourceOf())).toMatchObject({ file: { id: 'f1' } });
    expect(byNumber(received).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(byNumber(namedAsSent)).toEqual(byNumber(received));
    expect(sent).toEqual([]);
  });

  it('sends nothing again after it was killed before it named what the store has', async () => {
    isKilled = true;
    await expect(upload(sourceOf())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const before = byNumber(received);
    expect([before.map(({ number }) => number), namedAsSent]).toEqual([[1, 2, 3], []]);
    isKilled = false;
    expect(await upload(sourceOf())).toMatchObject({ file: { id: 'f1' } });
    expect([byNumber(received), byNumber(namedAsSent), sent, created]).toEqual([before, before, [], 1]);
  });

  it('never sends, and never names, other content under a key that it has used', async () => {
    isKilled = true;
    await expect(upload(sourceOf())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const before = [...received];
    [isKilled, received] = [false, []];
    // hashed as before, then changed; the store says that it has nothing
    await expect(upload(sourceOf(1))).rejects.toThrow('a.csv: was changed during the upload');
    expect(before).toHaveLength(3);
    expect([received, sent, namedAsSent]).toEqual([[], [], []]);
  });

  it('sends its parts to a server that wants a checksum which it does not know', async () => {
    checksum = 'authorization';
    expect(await upload(sourceOf())).toMatchObject({ file: { id: 'f1' } });
    expect([received, numbers()]).toEqual([[], [1, 2, 3]]);
  });
});
