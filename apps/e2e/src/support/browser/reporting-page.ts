import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** A page that sends its result to the server that it came from. */
export interface ServedPage {
  url: string;
  /** The next result. */
  result: () => Promise<unknown>;
  close: () => Promise<void>;
}

/** @param folder with `index.html` @param files other files, by path */
export async function servePage(folder: string, files: Record<string, string>): Promise<ServedPage> {
  const received: unknown[] = [];
  let arrived = () => {};
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (request.method === 'POST') {
      received.push(JSON.parse(await bodyOf(request)));
      response.writeHead(204).end();
      return arrived();
    }
    const file = files[path] ?? join(folder, path === '/' ? 'index.html' : path);
    try {
      const body = readFileSync(file);
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // a secure context, which WebCrypto needs
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    result: async () => {
      while (received.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
      return received.shift();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
