import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '@tradepost/contracts/routes';
import { ApiClient } from './api-client';
import { StoreWay } from './store-way';

const retryPolicy = { attempts: 3, baseDelayMs: 1, maxDelayMs: 2_000 };

/** A server that sends these answers in turn and records the requests. */
async function answering(...answers: ((response: ServerResponse) => void)[]) {
  const asked: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers });
    request.resume().once('end', () => answers[Math.min(asked.length, answers.length) - 1]?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop };
}

const ok = (body: unknown) => (response: ServerResponse) => response.end(JSON.stringify(body));
const refusal =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, headers)
      .end(JSON.stringify({ code, message: `It is ${code}`, requestId: 'r1', errors: [] }));
const dropped = (response: ServerResponse) => response.socket?.destroy();

describe('a client', () => {
  const servers: { stop: () => Promise<unknown> }[] = [];
  const serving = async (...answers: ((response: ServerResponse) => void)[]) => {
    const server = await answering(...answers);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ stop }) => stop()));
  });

  it('uses the wire spelling and sends its token', async () => {
    const { origin, asked } = await serving(ok([]));
    await new ApiClient(origin, { token: 't' }).send(routes.files, { folderId: 'a/b', q: 'x y' });
    expect(asked).toMatchObject([
      { method: 'GET', url: '/api/file-sharing/folders/a%2Fb/files?q=x+y', headers: { authorization: 'Bearer t' } },
    ]);
  });

  it('reports the error of the server, and translates the answer of a proxy', async () => {
    const { origin } = await serving(refusal(404, 'NOT_FOUND'), (response) => response.writeHead(502).end('<html>'));
    const client = new ApiClient(origin);
    await expect(client.send(routes.me, {})).rejects.toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      message: 'It is NOT_FOUND',
      requestId: 'r1',
    });
    await expect(client.send(routes.me, {})).rejects.toMatchObject({ status: 502, code: 'UNAVAILABLE' });
  });

  it('follows no redirect, of any method, to another host or its own', async () => {
    const other = await serving(ok({ user: {} }));
    for (const status of [301, 302, 303, 307, 308]) {
      const { origin, asked } = await serving((response) =>
        response.writeHead(status, { location: `${other.origin}/internal` }).end(),
      );
      const client = new ApiClient(origin, { token: 't', retryPolicy });
      for (const call of [client.send(routes.me, {}), client.send(routes.createFolder, { name: 'x' })])
        await expect(call).rejects.toMatchObject({ status, message: expect.stringMatching(/redirect/) });
      expect((await client.fetch('/site')).status).toBe(status);
      expect(asked).toHaveLength(3);
    }
    expect(other.asked).toEqual([]);
  });

  it('calls nothing on this machine that a server elsewhere names as its store', async () => {
    const { origin, asked } = await serving(ok({}));
    const way = (server: string) => new ApiClient(server, { storeWay: new StoreWay() }).storeWay!;
    await expect(way('https://tradepost.example').fetch(`${origin}/a`, {})).rejects.toMatchObject({ code: 'NETWORK' });
    expect(asked).toEqual([]);
    expect((await way('http://localhost:8080').fetch(`${origin}/a`, {})).status).toBe(200);
  });

  it.each([
    ['an answer', 200, { message: 'The answer of the server is too long', status: 200 }],
    ['an error', 400, { code: 'UNAVAILABLE', status: 400 }],
  ])('stops to read %s that never ends', async (_, status, expected) => {
    let sent = 0;
    const { origin } = await serving((response) => {
      const piece = Buffer.alloc(1024 ** 2, ' ');
      const send = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
        response.once('drain', send);
      };
      response.writeHead(status);
      send();
    });
    await expect(new ApiClient(origin).send(routes.me, {})).rejects.toMatchObject(expected);
    expect(sent).toBeLessThan(200 * 1024 ** 2);
  });

  it('takes from an error only what has its type', async () => {
    const hostile = { toString: 1 };
    const error = async (problem: object | string | null) => {
      const { origin } = await serving((response) => response.writeHead(400).end(JSON.stringify(problem)));
      return new ApiClient(origin).send(routes.me, {}).catch((caught: unknown) => caught);
    };
    for (const problem of [null, 'text', [], 5, {}, { message: hostile }, { message: 5 }, { message: ['x'] }])
      expect(await error(problem as object)).toMatchObject({ code: 'UNAVAILABLE', status: 400, errors: [] });
    for (const errors of [
      5,
      'abc',
      { a: 1 },
      [null, 'a', 5, { field: hostile, message: 'x' }, { field: 'a' }],
      hostile,
    ])
      expect(await error({ message: 'No', code: hostile, requestId: hostile, errors, status: 200 })).toMatchObject({
        ...{ message: 'No', code: 'UNAVAILABLE', status: 400, errors: [], requestId: undefined },
      });
    const field = { field: 'a', message: 'x' };
    expect(await error({ message: 'No', code: 'INVALID', errors: [null, field] })).toMatchObject({ errors: [field] });
  });

  it('translates field names of errors from wire spelling', async () => {
    const { origin } = await serving((response) =>
      response.writeHead(400).end(
        JSON.stringify({
          code: 'INVALID',
          message: 'No',
          errors: [
            { field: 'reciverEmail', message: 'no address' },
            { field: 'note', message: 'too long' },
          ],
        }),
      ),
    );
    await expect(
      new ApiClient(origin).send(routes.createRequest, { files: [], receiverEmail: 'x' }),
    ).rejects.toMatchObject({ errors: [{ field: 'receiverEmail' }, { field: 'note' }] });
  });

  it('returns the response of a bytes route, and sends the given headers', async () => {
    const { origin, asked } = await serving((response) => response.end('a,b'), refusal(404, 'NOT_FOUND'));
    const client = new ApiClient(origin, { headers: { accept: 'application/json' } });
    const bytes = await client.sendForResponse(
      routes.fileContent,
      { folderId: 'f', fileId: 'g' },
      { headers: { accept: '*/*', range: 'bytes=0-2' } },
    );
    expect(await bytes.text()).toBe('a,b');
    expect(asked[0]?.headers).toMatchObject({ accept: '*/*', range: 'bytes=0-2' });
    await expect(client.sendForResponse(routes.fileContent, { folderId: 'f', fileId: 'g' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('uses a given transport', async () => {
    const taken: string[] = [];
    const client = new ApiClient('', {
      transport: async (url) => {
        taken.push(url);
        if (taken.length === 2) throw new TypeError('no answer');
        return new Response('[]');
      },
    });
    await expect(client.send(routes.folders, {})).resolves.toEqual([]);
    await expect(client.send(routes.folders, {})).rejects.toMatchObject({ code: 'NETWORK' });
    expect(taken[0]).toMatch(/^\/api\//);
  });

  it.each([
    ['503', refusal(503, 'UNAVAILABLE', { 'retry-after': '0' })],
    ['502 of a proxy', (response: ServerResponse) => response.writeHead(502).end()],
    ['broken connection', dropped],
  ])('repeats a read-only call after a %s', async (_, failure) => {
    const { origin, asked } = await serving(failure, failure, ok({ done: true }));
    await expect(new ApiClient(origin, { retryPolicy }).send(routes.me, {})).resolves.toEqual({ done: true });
    expect(asked).toHaveLength(3);
  });

  it('gives up after its attempts, with the last error', async () => {
    const { origin, asked } = await serving(refusal(503, 'UNAVAILABLE', { 'retry-after': '0' }));
    await expect(new ApiClient(origin, { retryPolicy }).send(routes.me, {})).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(asked).toHaveLength(3);
  });

  it('sends an idempotency key with a creating call and its repeats', async () => {
    const { origin, asked } = await serving(dropped, ok({ id: '1' }));
    await new ApiClient(origin, { retryPolicy }).send(routes.createFolder, { name: 'Trade' });
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  });

  it('retries when a repeat arrives while the first call is still running', async () => {
    const { origin, asked } = await serving(dropped, refusal(409, 'IN_PROGRESS'), ok({ id: '1' }));
    await expect(new ApiClient(origin, { retryPolicy }).send(routes.createFolder, { name: 'Trade' })).resolves.toEqual({
      id: '1',
    });
    expect(asked).toHaveLength(3);
  });

  it('aborts each call by its own signal', async () => {
    const { origin } = await serving(() => undefined);
    const controller = new AbortController();
    const call = new ApiClient(origin, { retryPolicy, signal: controller.signal }).send(routes.me, {});
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  it('does not repeat a call that may have had an effect', async () => {
    const { origin, asked } = await serving(dropped, ok({}));
    await expect(new ApiClient(origin, { retryPolicy }).send(routes.rejectRequest, { id: '1' })).rejects.toMatchObject({
      code: 'NETWORK',
    });
    expect(asked).toHaveLength(1);
  });

  it('waits after a 429 for any call, but not longer than its maximum delay', async () => {
    const { origin, asked } = await serving(
      refusal(429, 'TOO_MANY', { 'retry-after': '0' }),
      ok({}),
      refusal(429, 'TOO_MANY', { 'retry-after': '3600' }),
    );
    const client = new ApiClient(origin, { retryPolicy });
    await client.send(routes.rejectRequest, { id: '1' });
    await expect(client.send(routes.rejectRequest, { id: '1' })).rejects.toMatchObject({
      code: 'TOO_MANY',
      retryAfter: 3600,
    });
    expect(asked).toHaveLength(3);
  });

  it('stops during a delay when aborted', async () => {
    const { origin } = await serving(refusal(503, 'UNAVAILABLE', { 'retry-after': '2' }));
    const controller = new AbortController();
    const call = new ApiClient(origin, { retryPolicy }).send(routes.me, {}, { signal: controller.signal });
    const refused = expect(call).rejects.toThrow('enough');
    while ((await fetch(origin).then(({ status }) => status)) !== 503);
    controller.abort(new Error('enough'));
    await refused;
  });
});
