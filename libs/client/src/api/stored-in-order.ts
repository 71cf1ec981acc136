import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { sealedPartBytes, spansOf, type DirectRanges, type StoredRange } from './direct-ranges';
import { PartSlots } from './part-slots';
import { rangeHeaders, resumableStream, type ResumableStreamOptions } from './resumable-stream';
import { isTransient, noRetry, type RetryPolicy } from './retry';

type Request = (init: RequestInit) => Promise<Response>;

/** Ranges at once: a browser opens six connections to a server, and a page holds what comes early in memory. */
const most = 3;
/** Of one range that comes before the ones before it are read. The connection waits with the rest. */
const mostEarlyBytes = sealedPartBytes;

/**
 * The bytes of a sealed file, or of an archive, in their order: the first of them from the server, which counts the download and names the state of the content,
 * the ranges of `direct` from the store, and from the server what is between them or what the store does not send. While one range is read, the next ones are fetched.
 * @param request calls the server @param direct after the first bytes; absent: everything comes from the server
 */
export async function storedInOrder(
  request: Request,
  direct: DirectRanges | undefined,
  options: Omit<ResumableStreamOptions, 'from' | 'to' | 'version'>,
): Promise<ReadableStream<Bytes>> {
  const { size, retryPolicy = noRetry } = options;
  const spans = withGaps(direct?.ranges ?? [], size);
  const [start] = spans;
  if (!start || spans.length === 1) return resumableStream(request, options);
  const ending = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
  // the stream repeats a call that has failed
  let first = await request({ headers: { range: `bytes=0-${start.end - 1}` }, signal }).catch(unlessFinal);
  const etag = first?.headers.get('etag') ?? null;
  const isRange = first?.status === 206;
  const version = {};
  const open = async (init: RequestInit) => {
    const answer = first ?? (isRange ? await direct?.open(init, etag) : undefined);
    first = undefined;
    return answer ?? request(init);
  };
  if (!isRange) return resumableStream(open, { ...options, version });
  const slots = new PartSlots({ most, mostBytes: most * mostEarlyBytes });
  const retrying: RetryPolicy = {
    ...retryPolicy,
    onRetry: (error) => {
      slots.narrow();
      retryPolicy.onRetry?.(error);
    },
  };
  const begin = ({ start: from, end: to }: StoredRange) => {
    const init = { headers: rangeHeaders({ from, to, size }, { etag }), signal };
    let early: Promise<Response | undefined> | undefined = open(init).then(readEarly, () => undefined);
    const next = async (later: RequestInit) => {
      const answer = await early;
      early = undefined;
      return answer ?? open(later);
    };
    return resumableStream(next, { ...options, signal, retryPolicy: retrying, version, from, to });
  };
  return inOrder(spans, begin, slots, ending);
}

/** @throws the error, if a repeat does not help */
function unlessFinal(error: unknown): undefined {
  if (!isTransient(error)) throw error;
}

/** All bytes, in order: the ranges, and what is before, between and after them. */
function withGaps(ranges: readonly StoredRange[], size: number): StoredRange[] {
  const spans: StoredRange[] = [];
  let reached = 0;
  for (const { start, end } of [...ranges, { start: size, end: size }]) {
    for (const gap of spansOf(start - reached)) spans.push({ start: reached + gap.start, end: reached + gap.end });
    if (end > start) spans.push({ start, end });
    reached = end;
  }
  return spans;
}

/** The same answer. Its body comes before it is read, as far as it may. */
function readEarly({ body, status, headers }: Response): Response {
  const buffer = new ByteLengthQueuingStrategy({ highWaterMark: mostEarlyBytes });
  return new Response(body?.pipeThrough(new TransformStream<Bytes, Bytes>(undefined, undefined, buffer)) ?? null, {
    status,
    headers,
  });
}

/** One stream after the other, of which the next ones begin early. @param ending aborted when no more is read */
function inOrder(
  spans: readonly StoredRange[],
  begin: (span: StoredRange) => ReadableStream<Bytes>,
  slots: PartSlots,
  ending: AbortController,
): ReadableStream<Bytes> {
  const queue = spans.values();
  const begun = new ReadableStream<{ bytes: ReadableStreamDefaultReader<Bytes>; wasRead: () => void }>(
    {
      // called for the next one after the one before has its slot: the one that is read never waits for a later one
      pull(controller) {
        const { value: span } = queue.next();
        if (!span) return controller.close();
        return new Promise<void>((resolve) => {
          const held = Math.min(span.end - span.start, mostEarlyBytes);
          void slots.run(held, () => {
            const read = new Promise<void>((wasRead) =>
              controller.enqueue({ bytes: begin(span).getReader(), wasRead }),
            );
            resolve();
            return read;
          });
        });
      },
    },
    { highWaterMark: most },
  ).getReader();
  let current: Awaited<ReturnType<typeof begun.read>>['value'];
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        for (;;) {
          current ??= (await begun.read()).value;
          if (!current) return controller.close();
          const { done, value } = await current.bytes.read().catch((error: unknown) => {
            ending.abort(error);
            throw error;
          });
          if (!done) return controller.enqueue(value);
          current.wasRead();
          current = undefined;
        }
      },
      cancel(reason) {
        ending.abort(reason);
        return current?.bytes.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
