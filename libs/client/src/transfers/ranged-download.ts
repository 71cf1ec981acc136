import { routes } from '@tradepost/contracts/routes';
import { numberedPartBytes } from '@tradepost/contracts/values/upload-sizes';
import { concat, free, fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { prefixSize, sealedSize } from '@tradepost/sealing/file/format';
import { readLayout, type SealedLayout } from '@tradepost/sealing/file/layout';
import { frontSizeOf, isSealedSizeOf, mostFrontSize } from '@tradepost/sealing/file/segments';
import type { ApiClient } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { directRangesOf, mayBeRead, sealedOffset, type DirectRanges } from '../api/direct-ranges';
import { mostPartsAtOnce, type PartSlots } from '../api/part-slots';
import { resumableStream, type ContentVersion } from '../api/resumable-stream';
import type { RetryPolicy } from '../api/retry';
import { settled } from '../api/settled';
import type { OpenedFile } from './opened-transfer';
import type { ReceivedContent } from './sealed-transfers';
import { StreamSlicer } from './stream-slicer';

/** Content bytes from `start` to `end` (exclusive). */
export interface Span {
  start: number;
  end: number;
}

/** Which bytes a download is of. A later attempt needs it to continue. */
export interface Begun {
  /** Entity tag; null if the server states none. */
  etag: string | null;
  /** Of a sealed file: the bytes before its content, base64url. They reveal nothing. */
  prefix?: string;
}

export interface RangedDownloadOptions {
  slots: PartSlots;
  signal: AbortSignal;
  /** What an earlier attempt has written. */
  earlier?: { begun: Begun; finished: readonly Span[] } | undefined;
  /** Called before anything is written. */
  onBegun: (begun: Begun) => void;
  /** Stores bytes at their place in the content. They are authentic only if the file is sealed. */
  write: (pieces: Uint8Array[], at: number) => Promise<unknown>;
  /** Called with what was written: at the end of a range, and when it stops earlier. */
  onWritten: (span: Span) => Promise<void>;
  /** @param loaded bytes of the content that are written */
  onProgress: (loaded: number) => void;
}

type Opening = Pick<OpenedFile, 'fileKey' | 'file'>;

/** Bytes that are written at once. */
const writeBytes = 256 * 1024;
/** The first bytes are reported early: until then, a later attempt begins again, which the sender's limit counts as another download. */
const firstReportBytes = 1024 * 1024;

/**
 * Downloads a file in ranges, several at once, in constant memory. All are of one state of the stored file. Chunks of a sealed file are
 * verified before they are written; the caller compares the hash of the whole content.
 * @throws ApiError; SealingError if the server sends other bytes than it should; errors of `write`; the signal's reason
 */
export const downloadRanges = (
  client: ApiClient,
  file: ReceivedContent,
  options: RangedDownloadOptions,
): Promise<void> => new RangedDownload(client, file, options).run();

/** What the spans leave of a content of this size, in parts as uploads have them. */
export function missingSpans(size: number, finished: readonly Span[]): Span[] {
  const partBytes = numberedPartBytes(size);
  const missing: Span[] = [];
  let reached = 0;
  const fillTo = (end: number) => {
    while (reached < end) {
      const start = reached;
      reached = Math.min(end, (Math.floor(start / partBytes) + 1) * partBytes);
      missing.push({ start, end: reached });
    }
  };
  for (const { start, end } of finished.toSorted((a, b) => a.start - b.start)) {
    fillTo(start);
    reached = Math.max(reached, end);
  }
  fillTo(size);
  return missing;
}

class RangedDownload {
  private readonly version: ContentVersion = {};
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;
  private readonly retryPolicy: RetryPolicy;
  private layout: SealedLayout | undefined;
  private direct: DirectRanges | undefined;
  private loaded = 0;

  constructor(
    private readonly client: ApiClient,
    private readonly file: ReceivedContent,
    private readonly options: RangedDownloadOptions,
  ) {
    this.signal = AbortSignal.any([options.signal, this.ending.signal]);
    const { onRetry, ...policy } = client.retryPolicy;
    this.retryPolicy = {
      ...policy,
      onRetry: (error) => {
        options.slots.narrow();
        onRetry?.(error);
      },
    };
  }

  async run(): Promise<void> {
    const { size, sealed, stored } = this.file;
    // the size of a sealed file is authentic, that of its stored bytes is what the server states
    if (sealed ? !isSealedSizeOf(size, stored.size) : stored.size !== size) throw new SealingError('META_MISMATCH');
    const { earlier } = this.options;
    const missing = missingSpans(size, earlier?.finished ?? []);
    this.loaded = size - missing.reduce((sum, { start, end }) => sum + end - start, 0);
    if (missing.length === 0) return;
    if (earlier) return this.resume(earlier.begun, missing);
    if (sealed && (this.mayBeDirect || stored.size !== sealedSize(size))) return this.beginWithFront(missing, sealed);
    const { rest, first } = this.begin(missing);
    await settled([first, rest.then((spans) => this.receiveAll(spans))]);
  }

  private async resume({ etag, prefix }: Begun, missing: readonly Span[]): Promise<void> {
    this.version.etag = etag;
    if (this.file.sealed) await this.readFront(fromBase64url(prefix ?? ''), this.file.sealed);
    await this.receiveAll(missing);
  }

  private get mayBeDirect(): boolean {
    return this.file.stored.transferId !== undefined && mayBeRead(this.client.storeWay, this.file.size);
  }

  private directWay({ span }: SealedLayout, missing: readonly Span[]): DirectRanges | undefined {
    const { client, file } = this;
    const { transferId } = file.stored;
    if (!this.mayBeDirect || transferId === undefined) return undefined;
    const call = (ranges: Span[]) => client.send(routes.transferRanges, { transferId, fileId: file.fileId, ranges });
    const spans = missing.map(({ start, end }) => span(start, end));
    return directRangesOf(client.storeWay, file.size, spans, async (ranges) => {
      const { urls } = await client.withRetry(() => call(ranges), { isRepeatable: true });
      return urls;
    });
  }

  /** The server sends the first bytes, which count the download and name its state. */
  private async beginWithFront(missing: readonly Span[], sealed: Opening): Promise<void> {
    const frontBytes = mostFrontSize(this.file.size, this.file.stored.size);
    const answer = await this.requestFirst(frontBytes);
    if (answer.status !== 206) return this.receiveFirst({ start: 0, end: this.file.size }, answer, () => undefined);
    this.version.etag = answer.headers.get('etag');
    await this.openSealed(await bytesOf(this.streamOf(0, frontBytes, answer)), sealed);
    await this.receiveAll(missing);
  }

  /** Other ranges wait for the first answer: it counts the download, and shows whether the server sends ranges. */
  private begin([first = { start: 0, end: 0 }, ...others]: readonly Span[]): {
    first: Promise<void>;
    rest: Promise<readonly Span[]>;
  } {
    let begun: (rest: readonly Span[]) => void = () => undefined;
    const rest = new Promise<readonly Span[]>((resolve) => (begun = resolve));
    const received = this.inSlot(first, async () => {
      const answer = await this.requestFirst(this.storedEnd(first));
      const isRange = answer.status === 206;
      const span = isRange ? first : { start: 0, end: this.file.size };
      await this.receiveFirst(span, answer, () => begun(isRange ? others : []));
    });
    return { first: received, rest: Promise.race([rest, received.then(() => [])]) };
  }

  /** @param to how many bytes the server should send, unless that is all */
  private async requestFirst(to: number): Promise<Response> {
    const { path, size } = this.file.stored;
    const headers: Record<string, string> = to < size ? { range: `bytes=0-${to - 1}` } : {};
    try {
      return await this.client.fetchOk(path, { headers, signal: this.signal }, { isRepeatable: true });
    } catch (error) {
      if (error instanceof ApiError && error.status === 416) throw new SealingError('TRUNCATED');
      throw error;
    }
  }

  private async receiveFirst(span: Span, answer: Response, onBegun: () => void): Promise<void> {
    const { sealed } = this.file;
    this.version.etag = answer.headers.get('etag');
    const bytes = this.streamOf(0, this.storedEnd(span), answer);
    if (!sealed) {
      this.options.onBegun({ etag: this.version.etag });
      onBegun();
      return this.write(span, bytes);
    }
    const slicer = new StreamSlicer(bytes);
    const begun = await bytesOf(slicer.slice(0, prefixSize));
    const rest = await bytesOf(slicer.slice(prefixSize, Math.max(0, frontSizeOf(begun) - prefixSize)));
    const layout = await this.openSealed(concat(begun, rest), sealed);
    onBegun();
    const { start, end } = layout.span(span.start, span.end);
    return this.write(span, slicer.slice(start, end - start).pipeThrough(layout.open(span.start, span.end)));
  }

  /** @param front the first bytes, at least those before the content */
  private async openSealed(front: Bytes, sealed: Opening): Promise<SealedLayout> {
    const layout = await this.readFront(front, sealed);
    const begun = front.subarray(0, frontSizeOf(front));
    this.options.onBegun({ etag: this.version.etag ?? null, prefix: toBase64url(begun) });
    return layout;
  }

  private async readFront(front: Bytes, { fileKey, file }: Opening): Promise<SealedLayout> {
    const { size, stored } = this.file;
    return (this.layout = await readLayout(fileKey, file, front, { content: size, stored: stored.size }));
  }

  private async receiveAll(spans: readonly Span[]): Promise<void> {
    if (this.layout) this.direct = this.directWay(this.layout, spans);
    const queue = spans.values();
    const receiveNext = async () => {
      for (const span of queue) await this.inSlot(span, () => this.receive(span));
    };
    await settled(Array.from({ length: mostPartsAtOnce }, receiveNext));
  }

  private receive(span: Span): Promise<void> {
    const { layout } = this;
    if (!layout) return this.write(span, this.streamOf(span.start, span.end));
    const { start, end } = layout.span(span.start, span.end);
    return this.write(span, this.streamOf(start, end).pipeThrough(layout.open(span.start, span.end)));
  }

  /** The first failure stops the other ranges. */
  private async inSlot(span: Span, work: () => Promise<void>): Promise<void> {
    try {
      await this.options.slots.run(span.end - span.start, async () => {
        this.signal.throwIfAborted();
        await work();
      });
    } catch (error) {
      this.ending.abort(error);
      throw error;
    }
  }

  /** Where the first range ends, if nothing of the file is known yet. */
  private storedEnd({ end }: Span): number {
    const { sealed, stored, size } = this.file;
    if (end === size) return stored.size;
    return sealed ? sealedOffset(end) : end;
  }

  /** @param first a first answer that was received already */
  private streamOf(from: number, to: number, first?: Response): ReadableStream<Bytes> {
    const { path, size } = this.file.stored;
    const { version, retryPolicy, signal } = this;
    let received = first;
    const request = async (init: RequestInit) => {
      const answer =
        received ?? (await this.direct?.open(init, version.etag ?? null)) ?? (await this.client.fetch(path, init));
      received = undefined;
      return answer;
    };
    return resumableStream(request, { size, from, to, version, retryPolicy, signal });
  }

  private async write({ start, end }: Span, content: ReadableStream<Bytes>): Promise<void> {
    const { write, onWritten, onProgress } = this.options;
    let [at, reported] = [start, start];
    let [pieces, held]: [Bytes[], number] = [[], 0];
    const flush = async () => {
      await write(pieces, at);
      if (this.file.sealed) pieces.forEach(free); // what was opened has its own buffers
      at += held;
      onProgress((this.loaded += held));
      [pieces, held] = [[], 0];
    };
    try {
      for (const reader = content.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        pieces.push(value);
        held += value.length;
        if (held < writeBytes) continue;
        await flush();
        if (reported > 0 || at < firstReportBytes) continue;
        await onWritten({ start, end: at });
        reported = at;
      }
      if (held > 0) await flush();
    } catch (error) {
      // the error says more than a failure to report what was written
      if (at > reported) await onWritten({ start: reported, end: at }).catch(() => undefined);
      throw error;
    }
    await onWritten({ start: reported, end });
  }
}

const bytesOf = async (stream: ReadableStream<Uint8Array>): Promise<Bytes> =>
  new Uint8Array(await new Response(stream as ReadableStream<Bytes>).arrayBuffer());
