import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** Stands between the apps and a server, and can come in between. */
interface Gate {
  port: number;
  stop(): Promise<void>;
}

export interface MailGate extends Gate {
  /** While it is closed, new connections are refused and existing ones are cut. */
  shut(): void;
  open(): void;
}

/** In front of a mail server. */
export async function smtpProxy(port: number): Promise<MailGate> {
  const inside = new Set<Socket>();
  let isOpen = true;
  const throwOut = () => {
    for (const socket of inside) socket.destroy();
    inside.clear();
  };
  const server = createServer((socket) => {
    if (!isOpen) return void socket.destroy();
    const behind = connect(port, '127.0.0.1');
    for (const one of [socket, behind]) {
      inside.add(one);
      one.once('close', () => inside.delete(one));
      one.on('error', () => [socket, behind].forEach((both) => both.destroy()));
    }
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    shut: () => {
      isOpen = false;
      throwOut();
    },
    open: () => {
      isOpen = true;
    },
    stop: () => {
      throwOut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What an S3 server answers instead of its own. */
interface Refusal {
  status: number;
  code: string;
  /** Of the calls, from 0 to 1. */
  share: number;
  /** Only calls that would store something. */
  writes?: boolean;
}

export interface StoreGate extends Gate {
  refuse(refusal: Refusal | null): void;
  refused(): number;
}

/** In front of an S3 server. Signatures name the host that was asked, so it goes through as it is. */
export async function storeProxy(endpoint: URL): Promise<StoreGate> {
  let refusal: Refusal | null = null;
  let refused = 0;
  const server = createHttpServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    if (refusal && (!refusal.writes || ['PUT', 'POST'].includes(method)) && Math.random() < refusal.share) {
      refused += 1;
      incoming.resume();
      outgoing
        .writeHead(refusal.status, { 'content-type': 'application/xml', connection: 'close' })
        .end(`<Error><Code>${refusal.code}</Code></Error>`);
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
