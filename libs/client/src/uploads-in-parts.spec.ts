import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from './api-client';
import { beginInParts, continueInParts } from './uploads-in-parts';

const content = randomBytes(9 * 1024 * 1024);
const upload = { folderId: 'f', name: 'größe.csv', fields: { price: '1' }, content: new Blob([content]) };

/** A tus server that keeps one upload; `breaks` says after how many bytes each PATCH breaks off. */
async function tusServer(breaks: number[] = []) {
  let kept = Buffer.alloc(0);
  let metadata = '';
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      metadata = String(request.headers['upload-metadata']);
      return response.writeHead(201, { location: '/api/file-sharing/uploads/u1' }).end();
    }
    if (request.method === 'HEAD') return response.writeHead(200, { 'upload-offset': kept.length }).end();
    if (request.method === 'GET') return response.end(JSON.stringify({ id: 'u1' }));
    if (Number(request.headers['upload-offset']) !== kept.length) return response.writeHead(409).end(JSON.stringify({ code: 'OFFSET_CONFLICT', message: 'elsewhere' }));
    const limit = breaks.shift() ?? Infinity;
    let taken = 0;
    request.on('data', (piece: Buffer) => {
      const part = piece.subarray(0, Math.max(0, limit - taken));
      taken += part.length;
      kept = Buffer.concat([kept, part]);
      if (taken >= limit) response.destroy();
    });
    return request.once('end', () => (kept.length === content.length ? response.end(JSON.stringify({ file: { id: 'u1' }, totalvalue: '0' })) : response.writeHead(204).end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  const client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { patience: { attempts: 3, firstPauseMs: 1, longestPauseMs: 5 } });
  return { client, kept: () => kept, metadata: () => metadata };
}
let stop: () => Promise<unknown>;
afterEach(() => stop());

it('says what it sends, sends it in parts, and tells how far it is', async () => {
  const { client, kept, metadata } = await tusServer();
  const address = await beginInParts(client, upload, 'key');
  const progress: number[] = [];
  expect(await continueInParts(client, address, upload, (sent) => progress.push(sent))).toEqual({ id: 'u1' });
  expect(kept().equals(content)).toBe(true);
  expect(progress).toEqual([0, 4194304, 8388608, 9437184]);
  expect(metadata().split(',').map((pair) => pair.split(' ')).map(([name, value]) => [name, Buffer.from(value ?? '', 'base64').toString()])).toEqual([['folderId', 'f'], ['fileName', 'größe.csv'], ['price', '1']]);
});

it('goes on where the server has it when parts break off', async () => {
  const { client, kept } = await tusServer([1_000_000, 70_000]);
  await continueInParts(client, await beginInParts(client, upload, 'key'), upload);
  expect(kept().equals(content)).toBe(true);
});

it('asks for the file when it finds all of it there', async () => {
  const { client } = await tusServer();
  const address = await beginInParts(client, upload, 'key');
  await continueInParts(client, address, upload);
  expect(await continueInParts(client, address, upload)).toEqual({ id: 'u1' });
});
