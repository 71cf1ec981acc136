import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

// A separate process: what plain Node does with files, streamed to the disk and back, without sync, checks or a record of them.
const directory = mkdtempSync(join(tmpdir(), 'tradepost-files-'));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(directory, basename(request.url ?? ''));
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(path));
    response.writeHead(201).end();
    return;
  }
  const { size } = await stat(path);
  response.writeHead(200, { 'content-length': size });
  await pipeline(createReadStream(path), response);
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
// the rounds of others lie between two calls
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => {
  rmSync(directory, { recursive: true, force: true });
  process.exit();
});
