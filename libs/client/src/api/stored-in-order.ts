import { prefixSize } from '@tradepost/sealing/file/format';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import type { DirectRanges } from './direct-ranges';
import { resumableStream, type ResumableStreamOptions } from './resumable-stream';

type Request = (init: RequestInit) => Promise<Response>;

/**
 * The stored bytes of one sealed file in their order: the first of them from the server, which counts the download and names the state of the file,
 * the others from the store, and from the server what the store does not send.
 * @param request calls the server @param direct all ranges after the first bytes
 */
export async function storedInOrder(
  request: Request,
  direct: DirectRanges,
  options: Omit<ResumableStreamOptions, 'from' | 'to' | 'version'>,
): Promise<ReadableStream<Bytes>> {
  const { signal } = options;
  const begin = { headers: { range: `bytes=0-${prefixSize - 1}` }, ...(signal && { signal }) };
  // the stream repeats a call that has failed
  let first = await request(begin).catch(() => undefined);
  const isRange = first?.status === 206;
  const version = {};
  const etag = first?.headers.get('etag') ?? null;
  const open = async (init: RequestInit) => {
    const answer = first ?? (isRange ? await direct.open(init, etag) : undefined);
    first = undefined;
    return answer ?? request(init);
  };
  if (!isRange) return resumableStream(open, { ...options, version });
  const spans = [{ start: 0, end: prefixSize }, ...direct.ranges];
  return oneAfterTheOther(
    spans.map(
      ({ start, end }) =>
        () =>
          resumableStream(open, { ...options, version, from: start, to: end }),
    ),
  );
}

function oneAfterTheOther(parts: readonly (() => ReadableStream<Bytes>)[]): ReadableStream<Bytes> {
  const waiting = parts.values();
  let reader: ReadableStreamDefaultReader<Bytes> | undefined;
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        for (;;) {
          reader ??= waiting.next().value?.().getReader();
          if (!reader) return controller.close();
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          reader = undefined;
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
