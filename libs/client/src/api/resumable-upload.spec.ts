import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';
import { abortUpload, createUpload, isUploadGone } from './resumable-upload';

const upload = { folderId: 'f', name: 'größe.csv', fields: { price: '1' }, size: 9 };
let stop: () => Promise<unknown>;
afterEach(() => stop());

/** Answers every call with this status and location. */
async function serving(status: number, location?: string) {
  const calls: Pick<IncomingMessage, 'method' | 'headers'>[] = [];
  const server = createServer((request, response) => {
    calls.push(request);
    response
      .writeHead(status, location ? { location } : {})
      .end(status < 400 ? undefined : JSON.stringify({ code: 'NOT_FOUND', message: 'gone' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { client: new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), calls };
}

it('opens an upload with its metadata', async () => {
  const { client, calls } = await serving(201, '/api/file-sharing/uploads/u1');
  expect(await createUpload(client, upload, 'k')).toBe('/api/file-sharing/uploads/u1');
  const { headers } = calls[0]!;
  expect(headers).toMatchObject({ 'tus-resumable': '1.0.0', 'upload-length': '9', 'idempotency-key': 'k' });
  expect(
    String(headers['upload-metadata'])
      .split(',')
      .map((pair) => pair.split(' '))
      .map(([name, value]) => [name, Buffer.from(value ?? '', 'base64').toString()]),
  ).toEqual([
    ['folderId', 'f'],
    ['fileName', 'größe.csv'],
    ['price', '1'],
  ]);
});

it('refuses an answer without the URL of the upload', async () => {
  const { client } = await serving(201);
  await expect(createUpload(client, upload, undefined)).rejects.toMatchObject({ code: 'INTERNAL', status: 201 });
});

it('aborts an upload, and recognises one that is gone', async () => {
  const { client, calls } = await serving(204);
  await abortUpload(client, '/api/file-sharing/uploads/u1');
  expect(calls.map(({ method }) => method)).toEqual(['DELETE']);
  await stop();
  const { client: other } = await serving(404);
  const error: unknown = await abortUpload(other, '/api/file-sharing/uploads/u1').catch((failed: unknown) => failed);
  expect(isUploadGone(error)).toBe(true);
  expect(isUploadGone(new Error())).toBe(false);
});
