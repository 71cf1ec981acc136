import { maxDirectRanges } from '@tradepost/contracts/storage/direct-ranges';
import { numberedPartBytes } from '@tradepost/contracts/values/upload-sizes';
import { prefixSize, sealedSpan } from '@tradepost/sealing/file/format';
import { isSealedSizeOf } from '@tradepost/sealing/file/segments';
import { ApiError } from './api-error';
import type { StoreWay } from './store-way';

/** Ranges that share one call for their addresses, at most. */
const together = Math.min(8, maxDirectRanges);
/** The server's are valid for longer; a store does not begin later. */
const freshMs = 60_000;

/** Stored bytes, `end` is exclusive. */
export interface StoredRange {
  start: number;
  end: number;
}

/** Of one sealed file in what is read. */
interface SealedRange extends StoredRange {
  /** Where the file begins: 0, or its place in an archive. */
  offset: number;
}

/** A file in an archive. */
interface ArchivedFile {
  offset: number;
  length: number;
  /** Of the content. */
  size: number;
  /** Absent for a managed file. */
  sealed?: object;
}

/** Whether a sealed file of this content may be read from the store: a small one takes one call to the server. */
export const mayBeRead = (way: StoreWay | undefined, size: number): way is StoreWay =>
  !!way?.isOpen && size > numberedPartBytes(size);

/** Where the chunk that begins with this content byte begins in a sealed file. */
export const sealedOffset = (at: number): number => sealedSpan(at, at).offset;

/** Of the first part of a sealed file, unless that is very large. */
export const sealedPartBytes = sealedOffset(numberedPartBytes(1));

/** Asks the server for the addresses of ranges of one file; none where it offers no way to the store. @throws ApiError */
export type AskForRanges = (ranges: StoredRange[]) => Promise<readonly string[]>;

/**
 * The way to the store for a sealed file; undefined where it is closed, and for a small file.
 * @param size of the content @param spans of the sealed file that will be read, in order
 */
export const directRangesOf = (
  way: StoreWay | undefined,
  size: number,
  spans: readonly StoredRange[],
  ask: AskForRanges,
): DirectRanges | undefined =>
  mayBeRead(way, size)
    ? new DirectRanges(
        way,
        spans.map((span) => ({ ...span, offset: 0 })),
        ask,
      )
    : undefined;

/** All of a sealed file but its first bytes, which the server sends. @param stored bytes of the sealed file */
export const afterPrefix = (stored: number): StoredRange[] =>
  spansOf(stored - prefixSize).map(({ start, end }) => ({ start: start + prefixSize, end: end + prefixSize }));

/**
 * The way to the store for the large sealed files of an archive; undefined where it is closed, and if there are none.
 * @param entries in the order of the archive
 */
export function directArchiveRanges(
  way: StoreWay,
  entries: readonly ArchivedFile[],
  ask: AskForRanges,
): DirectRanges | undefined {
  const large = entries.filter(
    ({ sealed, size, length }) => sealed && isSealedSizeOf(size, length) && mayBeRead(way, size),
  );
  const ranges = large.flatMap(({ offset, length }) =>
    spansOf(length).map(({ start, end }) => ({ start: offset + start, end: offset + end, offset })),
  );
  return ranges.length > 0 ? new DirectRanges(way, ranges, ask) : undefined;
}

/** Parts of this many bytes, of the sizes of uploads. */
export function spansOf(length: number): StoredRange[] {
  const bytes = numberedPartBytes(length);
  return Array.from({ length: Math.ceil(length / bytes) }, (_, index) => ({
    start: index * bytes,
    end: Math.min((index + 1) * bytes, length),
  }));
}

/** Reads ranges of sealed files straight from the object store. */
export class DirectRanges {
  private readonly urls = new Map<number, { url: string; until: number }>();
  private asking: Promise<void> | undefined;
  private tried: Promise<unknown> | undefined;

  /** @param ranges all that will be read, in order */
  constructor(
    private readonly way: StoreWay,
    readonly ranges: readonly SealedRange[],
    private readonly askFor: AskForRanges,
  ) {}

  /** Whether it may still give what is asked for. */
  get isOpen(): boolean {
    return this.way.isOpen;
  }

  /**
   * @param headers of the request: only ranges as a whole can be read, from their start
   * @param etag of the file, which the answer gets: the store has tags of its own
   * @returns undefined if the range must be read from the server @throws the signal's reason
   */
  async open({ headers, signal }: RequestInit, etag: string | null): Promise<Response | undefined> {
    const range = new Headers(headers).get('range') ?? '';
    const wanted = this.ranges.find(({ start }) => range.startsWith(`bytes=${start}-`));
    if (!wanted) return undefined;
    const opening = this.afterFirst(() => this.read(wanted, signal, etag));
    this.tried ??= opening.catch(() => undefined);
    return opening;
  }

  /** A store that cannot be reached is tried once, although several ranges are wanted. */
  private async afterFirst<T>(read: () => Promise<T>): Promise<T> {
    await this.tried;
    return read();
  }

  private async read(
    wanted: SealedRange,
    signal: AbortSignal | null | undefined,
    etag: string | null,
  ): Promise<Response | undefined> {
    if (!this.way.isOpen) return undefined;
    try {
      const url = await this.addressOf(wanted);
      if (url === undefined) return undefined;
      const answer = await this.way.fetch(url, { headers: { range: rangeOf(wanted) }, ...(signal && { signal }) });
      if (answer.status !== 206) {
        await answer.body?.cancel();
        return undefined;
      }
      // a page may not see which range the store states; what it has sent is verified when it is opened
      const contentRange = `bytes ${wanted.start}-${wanted.end - 1}/*`;
      return new Response(answer.body, {
        status: answer.status,
        headers: { 'content-range': contentRange, ...(etag !== null && { etag }) },
      });
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  private async addressOf(wanted: SealedRange): Promise<string | undefined> {
    // a call for other ranges may have asked for this one too
    if (this.asking) await this.asking;
    if (!this.fresh(wanted) && this.way.isOpen) {
      this.asking ??= this.ask(wanted).finally(() => (this.asking = undefined));
      await this.asking;
    }
    const url = this.fresh(wanted);
    this.urls.delete(wanted.start);
    return url;
  }

  private fresh({ start }: StoredRange): string | undefined {
    const found = this.urls.get(start);
    return found && found.until > performance.now() ? found.url : undefined;
  }

  private async ask(wanted: SealedRange): Promise<void> {
    const at = this.ranges.indexOf(wanted);
    const ranges = this.ranges.slice(at, at + together);
    const urls = await this.askFor(ranges.map(({ start, end }) => ({ start, end })));
    if (urls.length === 0) this.way.close();
    for (const [index, { start }] of ranges.entries()) {
      const url = urls[index];
      if (url !== undefined) this.urls.set(start, { url, until: performance.now() + freshMs });
    }
  }
}

/** In the object of the store. */
const rangeOf = ({ start, end, offset }: SealedRange) => `bytes=${start - offset}-${end - offset - 1}`;
