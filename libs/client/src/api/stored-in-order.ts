import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import type { DirectRanges, StoredRange } from './direct-ranges';
import { resumableStream, type ResumableStreamOptions } from './resumable-stream';

type Request = (init: RequestInit) => Promise<Response>;

/**
 * The bytes of a sealed file, or of an archive, in their order: the first of them from the server, which counts the download and names the state of the content,
 * the ranges of `direct` from the store, and from the server what is between them or what the store does not send.
 * @param request calls the server @param direct after the first bytes
 */
export async function storedInOrder(
  request: Request,
  direct: DirectRanges,
  options: Omit<ResumableStreamOptions, 'from' | 'to' | 'version'>,
): Promise<ReadableStream<Bytes>> {
  const { signal, size } = options;
  const spans = withGaps(direct.ranges, size);
  const begin = { headers: { range: `bytes=0-${spans[0]!.end - 1}` }, ...(signal && { signal }) };
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
  const stream = (from: number, to: number) => resumableStream(open, { ...options, version, from, to });
  function* streams(): Generator<ReadableStream<Bytes>, undefined> {
    for (const { start, end } of spans) {
      if (direct.isOpen) yield stream(start, end);
      else return void (yield stream(start, size));
    }
  }
  return oneAfterTheOther(streams());
}

/** All bytes, in order: the ranges, and what is before, between and after them. */
function withGaps(ranges: readonly StoredRange[], size: number): StoredRange[] {
  const spans: StoredRange[] = [];
  let reached = 0;
  for (const { start, end } of [...ranges, { start: size, end: size }]) {
    if (start > reached) spans.push({ start: reached, end: start });
    if (end > start) spans.push({ start, end });
    reached = end;
  }
  return spans;
}

/** Each is asked for when the one before has ended. */
function oneAfterTheOther(streams: Iterator<ReadableStream<Bytes>, undefined>): ReadableStream<Bytes> {
  let reader: ReadableStreamDefaultReader<Bytes> | undefined;
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        for (;;) {
          reader ??= streams.next().value?.getReader();
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
