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
