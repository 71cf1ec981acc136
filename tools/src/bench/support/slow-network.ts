import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy of HTTP that carries so many bytes a second each way, of all calls together. */
export async function slowNetwork(bytesASecond: number): Promise<{ url: string; close: () => Server }> {
  const [up, down] = [meter(bytesASecond), meter(bytesASecond)];
  const server = createServer((asked, answer) => {
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
function meter(bytesASecond: number): () => Transform {
  let free = 0;
  return () =>
    new Transform({
      highWaterMark: 64 * 1024,
      async transform(piece: Buffer, _encoding, done) {
        const now = performance.now();
        free = Math.max(free, now) + (piece.length / bytesASecond) * 1000;
        if (free - now > 2) await pause(free - now);
        done(null, piece);
      },
    });
}
