import { ApiError } from '@tradepost/client/api/api-error';
import { SealingError } from '@tradepost/sealing/errors';
import { expose, wrap, type Endpoint, type Remote } from 'comlink';
import { endCall } from './transfer';

interface Options {
  onProgress?: (loaded: number) => void;
  address?: (failure?: Error) => Promise<string>;
  signal?: AbortSignal;
}

const stopped = new DOMException('Stopped', 'AbortError');

const work = {
  fail: (error: Error): unknown => {
    throw error;
  },
  count: (to: number, { onProgress }: Options) => {
    for (let n = 1; n <= to; n++) onProgress?.(n);
    return to;
  },
  ask: async ({ address }: Options) => address?.(new ApiError('No answer', { status: 0 })),
  wait: ({ signal }: Options) =>
    new Promise((_, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    }),
};

let ports: MessageChannel;
let calls: Options[];
const sent = (options: Options): Options => (calls.push(options), options);
let remote: Remote<typeof work>;

beforeEach(() => {
  calls = [];
  ports = new MessageChannel();
  expose(work, ports.port1 as Endpoint);
  remote = wrap<typeof work>(ports.port2 as Endpoint);
});
afterEach(() => {
  calls.forEach(endCall);
  ports.port1.close();
  ports.port2.close();
});

it.each([
  ['a SealingError', new SealingError('TAMPERED'), { problem: 'TAMPERED' }],
  [
    'its file',
    Object.assign(new SealingError('TRUNCATED'), { about: 'a.csv' }),
    { problem: 'TRUNCATED', about: 'a.csv' },
  ],
  ['an ApiError', new ApiError('Gone', { code: 'NOT_FOUND', status: 404 }), { code: 'NOT_FOUND', status: 404 }],
  ['a broken connection', new ApiError('No answer', { status: 0 }), { code: 'NETWORK', status: 0 }],
  ['a cancelled call', stopped, { name: 'AbortError', message: 'Stopped' }],
  ['another error', new RangeError('Too long'), { name: 'RangeError', message: 'Too long' }],
])('transfers %s unchanged', async (_, error, expected) => {
  const thrown: unknown = await remote.fail(error).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(thrown).toMatchObject(expected);
  expect(thrown instanceof SealingError).toBe(error instanceof SealingError);
  expect(thrown instanceof ApiError).toBe(error instanceof ApiError);
});

it('calls back while the work runs', async () => {
  const seen: number[] = [];
  let last: () => void;
  const all = new Promise<void>((resolve) => (last = resolve));
  const onProgress = (loaded: number) => {
    seen.push(loaded);
    if (loaded === 3) last();
  };
  await expect(remote.count(3, sent({ onProgress }))).resolves.toBe(3);
  await all;
  expect(seen).toEqual([1, 2, 3]);
});

it('answers a question from the worker, or makes it fail', async () => {
  const asked: unknown[] = [];
  const address = async (failure?: Error) => (asked.push(failure), '/a');
  await expect(remote.ask(sent({ address }))).resolves.toBe('/a');
  expect(asked[0]).toBeInstanceOf(ApiError);
  const refused = remote.ask(
    sent({ address: () => Promise.reject(new ApiError('Gone', { code: 'NOT_FOUND', status: 404 })) }),
  );
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('stops the work with the reason, also if it was aborted before it began', async () => {
  const controller = new AbortController();
  const expected = { name: 'AbortError', message: 'Stopped' };
  const waiting = remote.wait(sent({ signal: controller.signal }));
  controller.abort(stopped);
  await expect(waiting).rejects.toMatchObject(expected);
  await expect(remote.wait(sent({ signal: controller.signal }))).rejects.toMatchObject(expected);
});
