import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/** What passed since the last `reset`, and what is done to it. `parts`: parts of uploads. */
const untouched = {
  bytes: 0,
  parts: 0,
  stored: 0,
  /** The status that parts are answered with; 0: they pass. */
  refuse: 0,
  /** How many parts pass; the others get no answer. */
  most: Infinity,
  /** Cuts every connection. */
  shut: false,
  /** In how many bodies, of calls and of answers, one byte is changed. */
  spoilSent: 0,
  spoilAnswered: 0,
};

export interface CountingProxy {
  url: string;
  counted: typeof untouched;
  seen: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  reset(): void;
  stop(): void;
}

const isPart = ({ method, url = '' }: IncomingMessage) =>
  method === 'PUT' && /\/parts\/\d+(\?|$)|\.direct-\d+\?|[?&]partNumber=\d+/.test(url);

/** Changes the last byte of each piece. */
const spoiling = () =>
  new Transform({
    transform: (piece: Buffer, _, done) => {
      const changed = Buffer.from(piece);
      changed[changed.length - 1]! ^= 1;
      done(null, changed);
    },
  });

/** Counts what it passes on to a server, and disturbs it. @param target its origin; known with the first call */
export async function countingProxy(
  target: () => string,
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<CountingProxy> {
  const counted = { ...untouched };
  const seen: CountingProxy['seen'] = [];
  const spoils = (what: 'spoilSent' | 'spoilAnswered') => counted[what] > 0 && counted[what]-- > 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (counted.shut) return void request.socket.destroy();
    const { method = '', url: path = '', headers } = request;
    seen.push({ method, url: path, headers });
    if (isPart(request)) {
      if (counted.refuse || counted.parts >= counted.most) {
        request.resume();
        if (counted.refuse) response.writeHead(counted.refuse).end();
        return;
      }
      counted.parts += 1;
    }
    const count = (piece: Buffer) => (counted.bytes += piece.length);
    const { hostname, port } = new URL(target());
    const onward = ask({ hostname, port, method, path, headers }, (answer) => {
      if (isPart(request) && answer.statusCode === 200) counted.stored += 1;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', count);
      if (method === 'GET' && answer.statusCode === 206 && spoils('spoilAnswered'))
        answer.pipe(spoiling()).pipe(response);
      else answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    request.on('data', count);
    if (isPart(request) && spoils('spoilSent')) request.pipe(spoiling()).pipe(onward);
    else request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    counted,
    seen,
    reset: () => {
      Object.assign(counted, untouched);
      seen.length = 0;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
