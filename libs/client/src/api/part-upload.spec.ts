import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { numberedPartBytes, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { ApiClient } from './api-client';
import { PartSlots } from './part-slots';
import { uploadNumberedParts, type PartUploadOptions } from './part-upload';

const content = randomBytes(34 * 1024 * 1024);
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const partOf = (number: number) => {
  const { start, end } = spanOfPart(content.length, number)!;
  return content.subarray(start, end);
};
const allParts = createHash('sha256');
for (const number of [1, 2, 3, 4, 5]) allParts.update(hex(partOf(number)), 'hex');
const partsSha256 = allParts.digest('hex');

type Refusal = { status: number; code: string };

/** A server for one upload. `refusals`: what it answers first to a PUT of a part, or to a commit. */
async function partServer({
  parts = [] as Refusal[],
  commits = [] as Refusal[],
  committed = false,
  endless = false,
} = {}) {
  let pages = 0;
  let summed = false;
  const stored = new Map<number, string>();
  const put: number[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const answer = (body: object, status = 200) => response.writeHead(status).end(JSON.stringify(body));
    const refuse = ({ status, code }: Refusal) => answer({ code, message: 'refused' }, status);
    const body = await buffer(request);
    if (url.includes('/gone')) return refuse({ status: 404, code: 'NOT_FOUND' });
    if (method === 'POST' && !url.endsWith('/commit'))
      return response.writeHead(201, { location: '/api/file-sharing/uploads/u1' }).end();
    if (method === 'GET') {
      const from = Number(new URL(url, 'http://x').searchParams.get('from'));
      pages += 1;
      if (endless && pages > 50) return refuse({ status: 400, code: 'INVALID' });
      const invented = [from, from + 1e6].map((number) => ({ number, sha256: hex(content), size: 1 }));
      if (endless) return answer({ parts: invented, next: from + 1, expiresAt: 'later' });
      const [first, ...rest] = [...stored].filter(([number]) => number >= from).sort(([a], [b]) => a - b);
      // pages of one
      const page = (first ? [first] : []).map(([number, sha256]) => ({ number, sha256, size: 1 }));
      return answer({
        length: content.length,
        partBytes: numberedPartBytes(content.length),
        parts: page,
        next: rest.length > 0 ? rest[0]![0] : null,
        expiresAt: committed ? null : 'later',
      });
    }
    if (method === 'PUT') {
      const refusal = parts.shift();
      if (refusal) return refuse(refusal);
      const number = Number(url.split('/').at(-1));
      const announced = Buffer.from(hex(body), 'hex').toString('base64');
      if (request.headers['content-digest'] !== `sha-256=:${announced}:`)
        return refuse({ status: 400, code: 'PART_INVALID' });
      stored.set(number, hex(body));
      put.push(number);
      return answer({ number });
    }
    const refusal = commits.shift();
    if (refusal) return refuse(refusal);
    const given = (JSON.parse(body.toString()) as { partsSha256: string }).partsSha256;
    return given === partsSha256 ? answer({ file: { id: 'f1' } }) : refuse({ status: 409, code: 'PARTS_DIFFER' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  const client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    retryPolicy: { attempts: 3, baseDelayMs: 1, maxDelayMs: 5 },
  });
  const upload = (options: Partial<PartUploadOptions> = {}, changed?: number) =>
    uploadNumberedParts(
      client,
      {
        folderId: 'f',
        name: 'a.csv',
        fields: {},
        size: content.length,
        part: async (number, _start, _end, { sums }) => {
          summed ||= sums;
          const bytes = number === changed ? randomBytes(8) : partOf(number);
          return { body: () => new Blob([bytes]), sha256: hex(partOf(number)) };
        },
        check: async () => undefined,
      },
      { slots: new PartSlots(), ...options },
    );
  return { upload, put, stored, pages: () => pages, summed: () => summed };
}
let stop: () => Promise<unknown>;
afterEach(() => stop());

const resume = (sent: number[]) => ({
  address: '/api/file-sharing/uploads/u1',
  sent: new Map(sent.map((number) => [number, hex(partOf(number))])),
});

it('sends every part once, with its checksum, and reports progress', async () => {
  const { upload, put, summed } = await partServer();
  const progress: number[] = [];
  const created: string[] = [];
  expect(
    await upload({ onProgress: (sent) => progress.push(sent), onCreated: (address) => created.push(address) }),
  ).toEqual({ id: 'f1' });
  expect(put.sort()).toEqual([1, 2, 3, 4, 5]);
  expect([created, progress.at(-1)]).toEqual([['/api/file-sharing/uploads/u1'], content.length]);
  expect(summed()).toBe(false);
});

it('repeats a part after a fault, and sends fewer at once', async () => {
  const { upload, put } = await partServer({
    parts: [
      { status: 503, code: 'UNAVAILABLE' },
      { status: 500, code: 'INTERNAL' },
    ],
  });
  const slots = new PartSlots();
  await upload({ slots });
  expect(put).toHaveLength(5);
  expect(slots.parts).toBeLessThan(3);
});

it('resumes with the parts that the server does not have as they were sent', async () => {
  const { upload, put, stored } = await partServer();
  for (const number of [1, 3, 4]) stored.set(number, hex(partOf(number)));
  stored.set(2, hex(Buffer.from('another client')));
  await upload({ resume: resume([1, 2, 3]) });
  // this client does not know that it sent part 4, but reads the same bytes
  expect(put.sort()).toEqual([2, 5]);
});

it('gets the file of a commit with a lost answer, and waits while a large file is joined', async () => {
  const busy = Array.from({ length: 7 }, () => ({ status: 409, code: 'IN_PROGRESS' }));
  const { upload, put } = await partServer({ committed: true, commits: busy });
  // another process knows the address only
  expect(await upload({ resume: resume([]) })).toEqual({ id: 'f1' });
  expect(put).toEqual([]);
});

it('sends parts again that the server has lost by the commit, but not for ever', async () => {
  const differ = { status: 409, code: 'PARTS_DIFFER' };
  expect(await (await partServer({ commits: [differ, differ] })).upload()).toEqual({ id: 'f1' });
  await stop();
  await expect((await partServer({ commits: [differ, differ, differ] })).upload()).rejects.toMatchObject(differ);
});

it('reads no more pages of stored parts than the upload has parts', async () => {
  const { upload, put, pages } = await partServer({ endless: true });
  expect(await upload()).toEqual({ id: 'f1' });
  expect([pages(), put.sort()]).toEqual([5, [1, 2, 3, 4, 5]]);
});

it('ends with the refusal of a part, and of an upload that is gone', async () => {
  const { upload, put } = await partServer();
  await expect(upload({}, 1)).rejects.toMatchObject({ code: 'PART_INVALID' });
  expect(put).not.toContain(1);
  await expect(
    upload({ resume: { address: '/api/file-sharing/uploads/gone', sent: new Map() } }),
  ).rejects.toMatchObject({ status: 404 });
});
