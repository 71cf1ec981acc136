import { createServer as createHttpServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { Running } from '@tradepost/testing/servers/server-process';

/** What the proxy answers instead of the server. */
interface Refusal {
  /** 200: the server never gets the call and loses what was written */
  status: number;
  code?: string;
  /** Share of the calls that get it, from 0 to 1. */
  share: number;
  /** Only calls that write. */
  writes?: boolean;
}

/** A proxy between the apps and the object store, which can simulate faults. */
export interface StoreProxy extends Running {
  port: number;
  refuse(refusal: Refusal | null): void;
  refused(): number;
}

/** Starts a proxy of an S3 server. It passes on the Host header unchanged, because signatures cover it. */
export async function storeProxy(endpoint: URL): Promise<StoreProxy> {
  let refusal: Refusal | null = null;
  let refused = 0;
  const server = createHttpServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    if (refusal && (!refusal.writes || ['PUT', 'POST'].includes(method)) && Math.random() < refusal.share) {
      const { status, code } = refusal;
      refused += 1;
      incoming.resume();
      if (code) {
        outgoing.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
        outgoing.end(`<Error><Code>${code}</Code></Error>`);
      } else incoming.once('end', () => outgoing.writeHead(status, { etag: '"lost"' }).end());
      return;
    }
    const onward = request({ host: endpoint.hostname, port: endpoint.port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // Swift gives a HEAD a body, which no parser takes
      if (method === 'HEAD') outgoing.end();
      else pipeline(answer, outgoing, () => undefined);
    });
    onward.on('error', () => !outgoing.headersSent && outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    refuse: (next) => {
      refusal = next;
    },
    refused: () => refused,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
