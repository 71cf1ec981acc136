import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { hour, minute } from '@tradepost/service-kit/runtime/durations';
import { send, type SendOptions } from './attempt';

const servers: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(() => servers.splice(0).forEach((server) => (server.closeAllConnections?.(), server.close())));

async function listening(
  listener: RequestListener,
): Promise<{ server: Server; port: number; received: IncomingMessage[] }> {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    request.resume().on('end', () => listener(request, response));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, received };
}

/** A TCP server that answers each connection with `speak`: TLS, HTTP or neither. */
async function speaking(speak: (socket: Socket) => unknown): Promise<number> {
  const server = createTcpServer((socket) => void speak(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A piece, again and again, until the other side hangs up. */
const dripping = (to: Writable, piece: string) => {
  const timer = setInterval(() => to.write(piece), 20);
  to.on('close', () => clearInterval(timer));
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const lab: SendOptions = {
  resolve: async () => [],
  allowPrivate: true,
  signal: new AbortController().signal,
  timeoutMs: hour,
};
const to = (port: number, options: Partial<SendOptions> = {}, host = '127.0.0.1') =>
  send({ url: `http://${host}:${port}/in`, body: '{}', headers: { 'x-kind': 'test' } }, { ...lab, ...options });

/** An attempt that ends by time. A busy machine gets more of it until an answer has begun to arrive. */
async function inTimeForAnAnswer(port: number, timeoutMs = 500): Promise<Awaited<ReturnType<typeof to>>> {
  const attempt = await to(port, { timeoutMs });
  return attempt.response || timeoutMs > minute ? attempt : inTimeForAnAnswer(port, 2 * timeoutMs);
}

describe('one attempt', () => {
  it('is delivered, and reports the answer', async () => {
    const { port, received } = await listening((_, response) => response.writeHead(202).end('thank\u0000 you'));
    expect(await to(port)).toMatchObject({
      fault: null,
      responseStatus: 202,
      response: 'thank you',
      tookMs: expect.any(Number),
    });
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/in',
      headers: { 'x-kind': 'test', 'content-length': '2' },
    });
  });

  it.each([
    [500, 'status'],
    [404, 'status'],
    [204, null],
    [302, 'redirect'],
    [308, 'redirect'],
  ])('%d means %s', async (status, fault) => {
    const { port, received } = await listening((_, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(),
    );
    expect(await to(port)).toMatchObject({ fault, responseStatus: status });
    expect(received).toHaveLength(1);
  });

  it('times out without an answer', async () => {
    const { port } = await listening(() => undefined);
    const attempt = await to(port, { timeoutMs: 200 });
    expect(attempt).toMatchObject({ fault: 'timeout', responseStatus: null });
  });

  it('times out even if garbage is collected during the attempt', async () => {
    const { port } = await listening(() => collectGarbage());
    expect(await to(port, { timeoutMs: 200 })).toMatchObject({ fault: 'timeout', responseStatus: null });
  });

  it('times out after ten seconds', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    const { port } = await listening((_, response) => response.end());
    await send(
      { url: `http://127.0.0.1:${port}/`, body: '{}', headers: {} },
      { resolve: async () => [], allowPrivate: true, signal: lab.signal },
    );
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
  });

  it('times out when the TLS handshake is not answered, or headers never end', async () => {
    const silent = await speaking(() => undefined);
    expect(
      await send({ url: `https://127.0.0.1:${silent}/`, body: '{}', headers: {} }, { ...lab, timeoutMs: 200 }),
    ).toMatchObject({ fault: 'timeout' });
    const endless = await speaking(
      (socket) => (socket.write('HTTP/1.1 200 OK\r\n'), dripping(socket, 'x-more: x\r\n')),
    );
    expect(await to(endless, { timeoutMs: 200 })).toMatchObject({ fault: 'timeout' });
    const early = await speaking((socket) => dripping(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'));
    expect(await to(early, { timeoutMs: 200 })).toMatchObject({ fault: 'timeout' });
  });

  it('times out when the body never ends, and still reports the status', async () => {
    const { port } = await listening((_, response) => dripping(response.writeHead(500), 'x'));
    expect(await inTimeForAnAnswer(port)).toMatchObject({
      fault: 'status',
      responseStatus: 500,
      response: expect.stringMatching(/^x+$/),
    });
  });

  it.each([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['headers without measure', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('an answer in %s counts as no answer', async (_what, answer) => {
    const port = await speaking((socket) => socket.write(answer));
    expect(await to(port)).toMatchObject({ fault: 'connection', responseStatus: null });
  });

  it('times out when the name cannot be resolved, or resolving never ends', async () => {
    expect(await to(1, { timeoutMs: 200, resolve: () => new Promise(() => undefined) }, 'hooks.example')).toMatchObject(
      { fault: 'timeout' },
    );
  });

  it('reads 4 KB of an endless answer, stores 500 characters, and closes the connection', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { port } = await listening((_, response) => {
      closed = once(response, 'close');
      const writeMore = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', writeMore);
      };
      writeMore();
    });
    const { fault, response } = await to(port);
    expect(fault).toBeNull();
    expect(response).toBe('x'.repeat(500));
    await closed;
  });

  it('an incomplete answer counts as an answer', async () => {
    const { port } = await listening(
      (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('half'),
    );
    expect(await inTimeForAnAnswer(port)).toMatchObject({ fault: null, responseStatus: 200, response: 'half' });
  });

  it('reports a refused connection, and a server without TLS', async () => {
    const { server, port } = await listening((_, response) => response.end());
    expect(await send({ url: `https://127.0.0.1:${port}/`, body: '{}', headers: {} }, lab)).toMatchObject({
      fault: 'tls',
    });
    server.close();
    await once(server, 'close');
    expect(await to(port)).toMatchObject({ fault: 'connection' });
  });

  it('connects to the checked address without resolving the name again', async () => {
    const { port, received } = await listening((_, response) => response.end());
    const resolve = jest.fn().mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['127.0.0.2']);
    expect(await to(port, { resolve }, 'rebinding.example')).toMatchObject({ fault: null });
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(received[0]?.headers.host).toBe(`rebinding.example:${port}`);
  });

  it('does not connect to private addresses', async () => {
    let connections = 0;
    const server = createTcpServer(() => (connections += 1)).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const outside = { ...lab, allowPrivate: false };
    expect(await send({ url: `https://127.0.0.1:${port}/`, body: '{}', headers: {} }, outside)).toMatchObject({
      fault: 'address',
    });
    expect(
      await send(
        { url: `https://inner.example:${port}/`, body: '{}', headers: {} },
        { ...outside, resolve: async () => ['127.0.0.1'] },
      ),
    ).toMatchObject({ fault: 'address' });
    expect(
      await send(
        { url: `http://inner.example:${port}/`, body: '{}', headers: {} },
        { ...outside, resolve: async () => ['8.8.8.8'] },
      ),
    ).toMatchObject({ fault: 'address' });
    expect(connections).toBe(0);
  });
});
