import { StoreWay } from './store-way';

const url = 'https://s3.example.com/bucket/key';
const MB = 1024 ** 2;

/** A store that takes everything and never answers. */
const silent = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
  ['without a body', 0, 60_000],
  ['with a part of 8 MiB', 8 * MB, 60_000 + 524_288],
])('ends a request %s that gets no answer', async (_, sentBytes, withinMs) => {
  const way = new StoreWay(silent);
  let ended: unknown;
  way.fetch(url, {}, sentBytes).catch((error: unknown) => (ended = error));
  await jest.advanceTimersByTimeAsync(withinMs - 1);
  expect([ended, way.isOpen]).toEqual([undefined, true]);
  await jest.advanceTimersByTimeAsync(1);
  expect(ended).toMatchObject({ code: 'NETWORK' });
  expect(way.isOpen).toBe(false);
});

it('ends with its caller, which is no fault of the store', async () => {
  const way = new StoreWay(silent);
  const caller = new AbortController();
  const sent = way.fetch(url, { signal: caller.signal });
  caller.abort(new Error('cancelled'));
  await expect(sent).rejects.toThrow('cancelled');
  expect([way.isOpen, jest.getTimerCount()]).toEqual([true, 0]);
});

it('does not end an answer that has begun', async () => {
  const signals: AbortSignal[] = [];
  const way = new StoreWay(async (_, { signal }) => {
    signals.push(signal!);
    return new Response('bytes');
  });
  const answer = await way.fetch(url, {});
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  expect([signals[0]!.aborted, await answer.text()]).toEqual([false, 'bytes']);
});

it('is one way over all transports', async () => {
  const way = new StoreWay(async () => new Response());
  const other = way.over(() => Promise.reject(new TypeError('blocked')));
  await expect(other.fetch(url, {})).rejects.toMatchObject({ code: 'NETWORK' });
  expect([way.isOpen, other.isOpen]).toEqual([false, false]);
});

it('follows no redirect, and sends neither cookies nor where it comes from', async () => {
  const inits: RequestInit[] = [];
  const transport = async (_: string, init: RequestInit) => {
    inits.push(init);
    return new Response();
  };
  const given = { method: 'PUT', redirect: 'follow', credentials: 'include', referrerPolicy: 'unsafe-url' } as const;
  await new StoreWay(transport).fetch(url, given);
  expect(inits).toMatchObject([
    { method: 'PUT', redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' },
  ]);
});

describe('from a server that names any address', () => {
  const local = ['http://localhost:9000/a', 'http://127.0.0.1/a', 'https://[::1]:8443/a', 'https://localhost/a'];
  const called = async (server: string, address: string) => {
    const urls: string[] = [];
    const transport = async (to: string) => {
      urls.push(to);
      return new Response();
    };
    const way = new StoreWay().signedBy(server).over(transport);
    await way.fetch(address, { method: 'PUT' }).catch(() => undefined);
    return urls;
  };

  it.each(local)('calls nothing on this machine, unless that server is on it too: %s', async (address) => {
    for (const server of ['https://tradepost.example', 'http://10.0.0.1:8080', 'http://localhost.example'])
      expect(await called(server, address)).toEqual([]);
    for (const server of ['http://localhost:8080', 'http://127.0.0.1', ''])
      expect(await called(server, address)).toEqual([address]);
  });

  it.each([
    'http://s3.example.com/a',
    'http://10.0.0.1/a',
    'file:///etc/passwd',
    'data:,x',
    '//s3.example.com/a',
    '',
    'https:',
  ])('calls no address that is not encrypted, from anywhere: %s', async (address) => {
    for (const server of ['https://tradepost.example', 'http://localhost:8080', ''])
      expect(await called(server, address)).toEqual([]);
  });
});
