import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** A proxy between the apps and a server, which can simulate faults. */
interface RunningProxy {
  port: number;
  stop(): Promise<void>;
}

export interface TcpProxy extends RunningProxy {
  /** Refuses new connections and cuts existing ones until `open`. */
  shut(): void;
  /** @param to the port of another server from now on */
  open(to?: number): void;
}

/** Starts a proxy of a server of any protocol, such as SMTP. */
export async function tcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  let target = port;
  const disconnectAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((socket) => {
    if (!isOpen) return void socket.destroy();
    const behind = connect(target, '127.0.0.1');
    for (const one of [socket, behind]) {
      sockets.add(one);
      one.once('close', () => sockets.delete(one));
      one.on('error', () => [socket, behind].forEach((both) => both.destroy()));
    }
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    shut: () => {
      isOpen = false;
      disconnectAll();
    },
    open: (to = target) => {
      target = to;
      isOpen = true;
    },
    stop: () => {
      disconnectAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

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

export interface StoreProxy extends RunningProxy {
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
