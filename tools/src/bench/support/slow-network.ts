import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

interface Network {
  url: string;
  close: () => Server;
}

/** A proxy of HTTP that carries so many bytes a second each way, of all calls together. */
export function slowNetwork(bytesASecond: number): Promise<Network> {
  const [up, down] = [meter(bytesASecond), meter(bytesASecond)];
  return proxyWith(up, down, 0);
}

/** How much later a busy machine may wake a connection than it asked for, without making it slower. */
const lateMs = 100;

/** A proxy of HTTP that carries so many bytes a second each way for each call, and answers later. */
export const delayedConnections = (bytesASecond: number, delayMs: number): Promise<Network> =>
  proxyWith(
    () => meter(bytesASecond, lateMs)(),
    () => meter(bytesASecond, lateMs)(),
    delayMs,
  );

async function proxyWith(up: () => Transform, down: () => Transform, delayMs: number): Promise<Network> {
  const server = createServer(async (asked, answer) => {
    if (delayMs > 0) await pause(delayMs);
    const onward = ask(asked.url ?? '', { method: asked.method, headers: asked.headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(down()).pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(up()).pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Streams that pass on no more than the rate, counted over all of them. */
function meter(bytesASecond: number, catchUpMs = 0): () => Transform {
  let free = 0;
  return () =>
    new Transform({
      highWaterMark: 64 * 1024,
      async transform(piece: Buffer, _encoding, done) {
        const now = performance.now();
        free = Math.max(free, now - catchUpMs) + (piece.length / bytesASecond) * 1000;
        if (free - now > 2) await pause(free - now);
        done(null, piece);
      },
    });
}
