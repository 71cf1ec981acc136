import { ApiClient } from './api-client';
import { fetchUploadLimits, uploadLimitsFrom } from './upload-limits';

const fallback = { maxFileBytes: 50, fileTypes: ['pdf'] };
const stated = (uploads: unknown) => uploadLimitsFrom({ uploads }, fallback);

test('the limits that a server states are used', () => {
  expect(stated({ maxFileBytes: 1000, fileTypes: ['csv', 'parquet'] })).toEqual({
    maxFileBytes: 1000,
    fileTypes: ['csv', 'parquet'],
  });
  expect(stated({ maxFileBytes: 5 * 1024 ** 4, fileTypes: null })).toEqual({
    maxFileBytes: 5 * 1024 ** 4,
    fileTypes: null,
  });
});

test.each([0, -1, 1.5, Number.NaN, Infinity, 1e300, 5 * 1024 ** 4 + 1, '1000', null, [], {}])(
  'a limit of %p is not believed',
  (maxFileBytes) => expect(stated({ maxFileBytes, fileTypes: null }).maxFileBytes).toBe(50),
);

test.each([
  ['too many types', Array.from({ length: 101 }, (_, n) => `a${n}`)],
  ['a type as long as a page', ['a'.repeat(17)]],
  ['an address as a type', ['../x']],
  ['something else', [1]],
  ['no list', 'pdf'],
])('%s are not believed', (_what, fileTypes) =>
  expect(stated({ maxFileBytes: 1000, fileTypes }).fileTypes).toEqual(['pdf']),
);

test.each([null, undefined, 'text', 1, [], { uploads: null }, { name: 'Tradepost' }])(
  'the answer %p states none, as that of an older server',
  (site) => expect(uploadLimitsFrom(site, fallback)).toEqual(fallback),
);

describe('of a server', () => {
  const answered = (answer: () => Response | Promise<Response>) =>
    new ApiClient('http://x', { transport: async () => answer() });

  it('are read from its public description', async () => {
    const client = answered(() => Response.json({ uploads: { maxFileBytes: 7, fileTypes: null } }));
    expect(await fetchUploadLimits(client, fallback)).toEqual({ maxFileBytes: 7, fileTypes: null });
  });

  it('are not needed: an error, a page or no answer is the fallback', async () => {
    for (const answer of [
      () => new Response('{', { status: 200 }),
      () => new Response('<html>', { status: 404 }),
      () => Promise.reject(new TypeError('no network')),
    ])
      expect(await fetchUploadLimits(answered(answer), fallback)).toEqual(fallback);
  });

  it('end an endless answer after 64 KB', async () => {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 1024;
          controller.enqueue(new Uint8Array(1024).fill(0x20));
        },
        cancel: () => void (cancelled = true),
      },
      { highWaterMark: 0 },
    );
    expect(
      await fetchUploadLimits(
        answered(() => new Response(endless)),
        fallback,
      ),
    ).toEqual(fallback);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThanOrEqual(66 * 1024);
  });

  it('stop when the person does', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const client = new ApiClient('http://x', {
      transport: async (_url, { signal }) => {
        signal?.throwIfAborted();
        return new Promise<Response>(() => undefined);
      },
    });
    await expect(fetchUploadLimits(client, fallback, stop.signal)).rejects.toThrow('stopped');
  });
});
