import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Running } from './servers/server-process';

/** A proxy between a program and a server of any protocol, which can simulate faults. */
export interface TcpProxy extends Running {
  port: number;
  /** How many connections were accepted so far. */
  accepted(): number;
  /** Refuses new connections and cuts existing ones until `open`. */
  shut(): void;
  /**
   * Passes nothing on and closes nothing, like a machine that has vanished. Connections of this time stay silent after `open`, too.
   */
  silence(): void;
  /** What is sent from now on, in either direction, arrives this much later, in its order: as on a slow network, or one that sends lost packets again. */
  delay(latencyMs: () => number): void;
  /** @param to the port of another server from now on */
  open(to?: number): void;
}

export async function tcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let state: 'open' | 'shut' | 'silent' = 'open';
  let target = port;
  let latencyMs = () => 0;
  const add = (one: Socket) => {
    sockets.add(one);
    one.once('close', () => sockets.delete(one));
  };
  const disconnectAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((socket) => {
    if (state === 'shut') return void socket.destroy();
    accepted += 1;
    add(socket);
    if (state === 'silent') return void socket.on('error', () => socket.destroy());
    const behind = connect(target, '127.0.0.1');
    add(behind);
    for (const one of [socket, behind]) one.on('error', () => [socket, behind].forEach((both) => both.destroy()));
    passOn(socket, behind, () => latencyMs());
    passOn(behind, socket, () => latencyMs());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    shut: () => {
      state = 'shut';
      disconnectAll();
    },
    silence: () => {
      state = 'silent';
      for (const socket of sockets) socket.unpipe().pause();
    },
    delay: (next) => {
      latencyMs = next;
    },
    open: (to = target) => {
      target = to;
      state = 'open';
    },
    stop: () => {
      disconnectAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Sent {
  chunk: Buffer;
  /** By `performance.now()`. */
  arrivesAt: number;
}

/** Chunks that are on their way at once. */
const mostOnTheWay = 256;

function passOn(from: Socket, to: Socket, latencyMs: () => number) {
  const sending = new Transform({
    readableObjectMode: true,
    readableHighWaterMark: mostOnTheWay,
    transform(chunk: Buffer, _encoding, done) {
      const sent: Sent = { chunk, arrivesAt: performance.now() + latencyMs() };
      done(null, sent);
    },
  });
  const arriving = new Transform({
    writableObjectMode: true,
    transform({ chunk, arrivesAt }: Sent, _encoding, done) {
      const waitMs = arrivesAt - performance.now();
      if (waitMs <= 0) done(null, chunk);
      else setTimeout(done, waitMs, null, chunk);
    },
  });
  from.pipe(sending).pipe(arriving).pipe(to);
}
