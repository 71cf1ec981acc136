import { routes } from '@tradepost/contracts/routes';
import { numberedPartBytes } from '@tradepost/contracts/values/upload-sizes';
import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { chunkSize, prefixSize, sealedSize } from '@tradepost/sealing/file/format';
import { rangeOpener, type RangeOpener } from '@tradepost/sealing/file/sealed-ranges';
import type { ApiClient } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { directRangesOf, sealedOffset, type DirectRanges } from '../api/direct-ranges';
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
  /** Of a sealed file: its first bytes, base64url. They reveal nothing. */
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
  private opener: RangeOpener | undefined;
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
    if (stored.size !== (sealed ? sealedSize(size) : size)) throw new SealingError('META_MISMATCH');
    const { earlier } = this.options;
    const missing = missingSpans(size, earlier?.finished ?? []);
    this.loaded = size - missing.reduce((sum, { start, end }) => sum + end - start, 0);
    if (missing.length === 0) return;
    this.direct = this.directWay(missing);
    if (earlier) return this.resume(earlier.begun, missing);
    if (this.direct && sealed) return this.beginDirect(missing, sealed);
    const { rest, first } = this.begin(missing);
    await settled([first, rest.then((spans) => this.receiveAll(spans))]);
  }

  private async resume({ etag, prefix }: Begun, missing: readonly Span[]): Promise<void> {
    const { sealed } = this.file;
    this.version.etag = etag;
    if (sealed) this.opener = await rangeOpener(sealed.fileKey, sealed.file, fromBase64url(prefix ?? ''));
    await this.receiveAll(missing);
  }

  private directWay(missing: readonly Span[]): DirectRanges | undefined {
    const { client } = this;
    const { fileId, sealed, size, stored } = this.file;
    const { transferId } = stored;
    if (!sealed || transferId === undefined) return undefined;
    const call = (ranges: Span[]) => client.send(routes.transferRanges, { transferId, fileId, ranges });
    return directRangesOf(client.storeWay, size, missing, async (ranges) => {
      const { urls } = await client.withRetry(() => call(ranges), { isRepeatable: true });
      return urls;
    });
  }

  /** The server sends the first bytes, which count the download and name its state. */
  private async beginDirect(missing: readonly Span[], sealed: Pick<OpenedFile, 'fileKey' | 'file'>): Promise<void> {
    const answer = await this.requestFirst(prefixSize);
    const whole = { start: 0, end: this.file.size };
    if (answer.status !== 206) return this.receiveFirst(whole, answer, () => undefined);
    this.version.etag = answer.headers.get('etag');
    await this.openSealed(await bytesOf(this.streamOf(0, prefixSize, answer)), sealed);
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
    const opener = await this.openSealed(await bytesOf(slicer.slice(0, prefixSize)), sealed);
    onBegun();
    const chunks = slicer.slice(prefixSize, this.storedEnd(span) - prefixSize);
    return this.write(span, chunks.pipeThrough(opener.open(0, this.hasLast(span))));
  }

  private async openSealed(
    prefix: Bytes,
    { fileKey, file }: Pick<OpenedFile, 'fileKey' | 'file'>,
  ): Promise<RangeOpener> {
    this.opener = await rangeOpener(fileKey, file, prefix);
    this.options.onBegun({ etag: this.version.etag ?? null, prefix: toBase64url(prefix) });
    return this.opener;
  }

  private async receiveAll(spans: readonly Span[]): Promise<void> {
    const queue = spans.values();
    const receiveNext = async () => {
      for (const span of queue) await this.inSlot(span, () => this.receive(span));
    };
    await settled(Array.from({ length: mostPartsAtOnce }, receiveNext));
  }

  private receive(span: Span): Promise<void> {
    const { opener } = this;
    if (!opener) return this.write(span, this.streamOf(span.start, span.end));
    const chunks = this.streamOf(sealedOffset(span.start), this.storedEnd(span));
    return this.write(span, chunks.pipeThrough(opener.open(span.start / chunkSize, this.hasLast(span))));
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

  private hasLast({ end }: Span): boolean {
    return end === this.file.size;
  }

  private storedEnd(span: Span): number {
    const { sealed, stored } = this.file;
    if (this.hasLast(span)) return stored.size;
    return sealed ? sealedOffset(span.end) : span.end;
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

  private async write({ start, end }: Span, content: ReadableStream<Uint8Array>): Promise<void> {
    const { write, onWritten, onProgress } = this.options;
    let [at, reported] = [start, start];
    let [pieces, held]: [Uint8Array[], number] = [[], 0];
    const flush = async () => {
      await write(pieces, at);
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
