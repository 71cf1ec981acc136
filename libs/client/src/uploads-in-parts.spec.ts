import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';
import { dropParts, uploadInParts } from './uploads-in-parts';

const content = randomBytes(9 * 1024 * 1024);
const upload = { folderId: 'f', name: 'größe.csv', fields: { price: '1' }, content: new Blob([content]) };

/** A tus server that keeps one upload; `breaks` says after how many bytes each PATCH breaks off, or with what it is refused. */
async function tusServer(breaks: (number | { status: number; code: string })[] = []) {
  const bytes = Buffer.alloc(content.length);
  let kept = 0;
  let metadata = '';
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.method ?? '');
    if (request.url?.endsWith('/gone'))
      return response.writeHead(404).end(JSON.stringify({ code: 'NOT_FOUND', message: 'gone' }));
    if (request.method === 'DELETE') return response.writeHead(204).end();
    if (request.method === 'POST') {
      metadata = String(request.headers['upload-metadata']);
      return response.writeHead(201, { location: '/api/file-sharing/uploads/u1' }).end();
    }
    if (request.method === 'HEAD') return response.writeHead(200, { 'upload-offset': kept }).end();
    if (request.method === 'GET') return response.end(JSON.stringify({ id: 'u1' }));
    if (Number(request.headers['upload-offset']) !== kept)
      return response.writeHead(409).end(JSON.stringify({ code: 'OFFSET_CONFLICT', message: 'elsewhere' }));
    const limit = breaks.shift() ?? Infinity;
    if (typeof limit === 'object')
      return request
        .resume()
        .once('end', () =>
          response.writeHead(limit.status).end(JSON.stringify({ code: limit.code, message: 'refused' })),
        );
    let taken = 0;
    request.on('data', (piece: Buffer) => {
      const part = piece.subarray(0, Math.max(0, limit - taken));
      taken += part.length;
      kept += part.copy(bytes, kept);
      if (taken >= limit) response.destroy();
    });
    return request.once('end', () =>
      kept === content.length
        ? response.end(JSON.stringify({ file: { id: 'u1' }, totalvalue: '0' }))
        : response.writeHead(204).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  const client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    patience: { attempts: 3, firstPauseMs: 1, longestPauseMs: 5 },
  });
  return { client, calls, kept: () => bytes.subarray(0, kept), metadata: () => metadata };
}
let stop: () => Promise<unknown>;
afterEach(() => stop());

it('says what it sends, sends it in parts, and tells how far it is', async () => {
  const { client, kept, metadata } = await tusServer();
  const progress: number[] = [];
  expect(await uploadInParts(client, upload, { onProgress: (sent) => progress.push(sent) })).toEqual({ id: 'u1' });
  expect(kept().equals(content)).toBe(true);
  expect(progress).toEqual([0, 8388608, 9437184]);
  expect(
    metadata()
      .split(',')
      .map((pair) => pair.split(' '))
      .map(([name, value]) => [name, Buffer.from(value ?? '', 'base64').toString()]),
  ).toEqual([
    ['folderId', 'f'],
    ['fileName', 'größe.csv'],
    ['price', '1'],
  ]);
});

it('goes on where the server has it, however often parts break off', async () => {
  const { client, kept } = await tusServer([1_000_000, 70_000, 50_000, 40_000, 30_000, 20_000]);
  await uploadInParts(client, upload);
  expect(kept().equals(content)).toBe(true);
});

it('goes on where another process has begun, and asks for the file when it finds all of it there', async () => {
  const { client, calls } = await tusServer([{ status: 400, code: 'INVALID' }]);
  let begun = '';
  await expect(uploadInParts(client, upload, { onBegun: (address) => (begun = address) })).rejects.toMatchObject({
    code: 'INVALID',
  });
  await uploadInParts(client, upload, { begun });
  expect(await uploadInParts(client, upload, { begun })).toEqual({ id: 'u1' });
  expect(calls.filter((method) => method === 'POST')).toHaveLength(1);
});

it('begins anew where the upload is gone', async () => {
  const { client, kept } = await tusServer();
  await uploadInParts(client, upload, { begun: '/api/file-sharing/uploads/gone' });
  expect(kept().equals(content)).toBe(true);
});

it('asks again how far it is when another call was quicker', async () => {
  const { client, kept } = await tusServer([
    { status: 409, code: 'OFFSET_CONFLICT' },
    { status: 423, code: 'IN_PROGRESS' },
  ]);
  await uploadInParts(client, upload);
  expect(kept().equals(content)).toBe(true);
});

it.each([
  ['at once when the storage is full', { status: 507, code: 'QUOTA_EXCEEDED' }, 1],
  ['after its attempts when nothing arrives', { status: 503, code: 'UNAVAILABLE' }, 3],
])('gives up %s', async (_, refusal, patches) => {
  const { client, calls } = await tusServer(Array.from({ length: 20 }, () => refusal));
  await expect(uploadInParts(client, upload)).rejects.toMatchObject(refusal);
  expect(calls.filter((method) => method === 'PATCH')).toHaveLength(patches);
});

it('has the server forget what was sent', async () => {
  const { client, calls } = await tusServer();
  await dropParts(client, '/api/file-sharing/uploads/u1');
  expect(calls).toEqual(['DELETE']);
});
