import { ResumingDownload } from './resuming-download';

const content = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251));

/** Serves the content with ranges. Each response ends after the next number of bytes in `breaks`, or fails for 'down'. */
function server(breaks: (number | 'down')[], etag = () => '"a"') {
  const ranges: (string | null)[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const headers = new Headers(init?.headers);
    const tag = etag();
    const range = headers.get('if-range') === tag ? headers.get('range') : null;
    ranges.push(headers.get('range'));
    const cut = breaks.shift();
    if (cut === 'down') throw new TypeError('fetch failed');
    const start = range ? Number(/bytes=(\d+)-/.exec(range)?.[1]) : 0;
    const end = cut === undefined ? content.length : Math.min(content.length, start + cut);
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!sent) controller.enqueue(new Uint8Array(content.subarray(start, end)));
        else if (end < content.length) controller.error(new TypeError('network error'));
        else controller.close();
        sent = true;
      },
    });
    return new Response(body, { status: range ? 206 : 200, headers: { etag: tag } });
  });
  return ranges;
}

const download = (progress: number[] = []) =>
  new ResumingDownload(
    async () => '/x',
    content.length,
    (loaded) => progress.push(loaded),
    [0, 0, 0, 0],
  );
const bytes = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

afterEach(() => jest.restoreAllMocks());

it('downloads all bytes and reports progress', async () => {
  const progress: number[] = [];
  server([]);
  expect(await bytes(await download(progress).run())).toEqual(content);
  expect(progress.at(-1)).toBe(content.length);
});

it('resumes at the byte where the connection broke', async () => {
  const ranges = server([300, 'down', 200]);
  expect(await bytes(await download().run())).toEqual(content);
  expect(ranges).toEqual([null, 'bytes=300-', 'bytes=300-', 'bytes=500-']);
});

it('restarts when the content has changed', async () => {
  let n = 0;
  server([300], () => `"${n++}"`);
  expect(await bytes(await download().run())).toEqual(content);
});

it('stops after several failures and resumes with the next run', async () => {
  const ranges = server([300, 'down', 'down', 'down', 'down', 'down']);
  const one = download();
  await expect(one.run()).rejects.toMatchObject({ code: 'NETWORK' });
  expect(await bytes(await one.run())).toEqual(content);
  expect(ranges.at(-1)).toBe('bytes=300-');
});

it('does not retry a rejected call', async () => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response('{"message":"gone","code":"TRANSFER_EXPIRED"}', { status: 410 }));
  await expect(download().run()).rejects.toMatchObject({ status: 410, message: 'gone' });
  expect(fetch).toHaveBeenCalledTimes(1);
});
