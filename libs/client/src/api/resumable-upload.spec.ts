import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';
import { abortUpload, uploadInParts } from './resumable-upload';

const content = randomBytes(9 * 1024 * 1024);
const upload = { folderId: 'f', name: 'größe.csv', fields: { price: '1' }, content: new Blob([content]) };

/** A tus server for one upload. `breaks`: after how many bytes each PATCH breaks off, or the error it answers. */
async function tusServer(breaks: (number | { status: number; code: string })[] = []) {
  const bytes = Buffer.alloc(content.length);
  let stored = 0;
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
    if (request.method === 'HEAD') return response.writeHead(200, { 'upload-offset': stored }).end();
    if (request.method === 'GET') return response.end(JSON.stringify({ id: 'u1' }));
    if (Number(request.headers['upload-offset']) !== stored)
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
      stored += part.copy(bytes, stored);
      if (taken >= limit) response.destroy();
    });
    return request.once('end', () =>
      stored === content.length
        ? response.end(JSON.stringify({ file: { id: 'u1' }, totalvalue: '0' }))
        : response.writeHead(204).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  const client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    retryPolicy: { attempts: 3, baseDelayMs: 1, maxDelayMs: 5 },
  });
  return { client, calls, stored: () => bytes.subarray(0, stored), metadata: () => metadata };
}
let stop: () => Promise<unknown>;
afterEach(() => stop());

it('sends metadata and parts, and reports progress', async () => {
  const { client, stored, metadata } = await tusServer();
  const progress: number[] = [];
  expect(await uploadInParts(client, upload, { onProgress: (sent) => progress.push(sent) })).toEqual({ id: 'u1' });
  expect(stored().equals(content)).toBe(true);
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

it('resumes at the offset of the server after any number of broken parts', async () => {
  const { client, stored } = await tusServer([1_000_000, 70_000, 50_000, 40_000, 30_000, 20_000]);
  await uploadInParts(client, upload);
  expect(stored().equals(content)).toBe(true);
});

it('resumes the upload of another process, and fetches the file when the upload is complete', async () => {
  const { client, calls } = await tusServer([{ status: 400, code: 'INVALID' }]);
  let resumeUrl = '';
  await expect(uploadInParts(client, upload, { onCreated: (address) => (resumeUrl = address) })).rejects.toMatchObject({
    code: 'INVALID',
  });
  await uploadInParts(client, upload, { resumeUrl });
  expect(await uploadInParts(client, upload, { resumeUrl })).toEqual({ id: 'u1' });
  expect(calls.filter((method) => method === 'POST')).toHaveLength(1);
});

it('starts a new upload when the earlier one no longer exists', async () => {
  const { client, stored } = await tusServer();
  await uploadInParts(client, upload, { resumeUrl: '/api/file-sharing/uploads/gone' });
  expect(stored().equals(content)).toBe(true);
});

it('asks for the offset again when another call was faster', async () => {
  const { client, stored } = await tusServer([
    { status: 409, code: 'OFFSET_CONFLICT' },
    { status: 423, code: 'IN_PROGRESS' },
  ]);
  await uploadInParts(client, upload);
  expect(stored().equals(content)).toBe(true);
});

it.each([
  ['at once when the storage is full', { status: 507, code: 'QUOTA_EXCEEDED' }, 1],
  ['after its attempts when nothing arrives', { status: 503, code: 'UNAVAILABLE' }, 3],
])('gives up %s', async (_, refusal, patches) => {
  const { client, calls } = await tusServer(Array.from({ length: 20 }, () => refusal));
  await expect(uploadInParts(client, upload)).rejects.toMatchObject(refusal);
  expect(calls.filter((method) => method === 'PATCH')).toHaveLength(patches);
});

it('aborts an upload', async () => {
  const { client, calls } = await tusServer();
  await abortUpload(client, '/api/file-sharing/uploads/u1');
  expect(calls).toEqual(['DELETE']);
});
