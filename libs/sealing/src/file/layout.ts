import type { BatchTransformer, Output } from '../crypto/batch-transform';
import type { Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { openChunks } from './body';
import { chunkSize, layoutOf, prefixSize, sealedChunkSize, sealedSize, sealedSpan, type FileRef } from './format';
import { readPrefix } from './prefix';
import { frontSizeOf, openFront, placedSegments, segmentKeys, type PlacedSegment } from './segments';

/** Where the content is in a sealed file of either layout, and how ranges of it are opened, in any order. */
export interface SealedLayout {
  /** The bytes of the sealed file that contain the content from `start` to `end`. Ends are exclusive. */
  span: (start: number, end: number) => { start: number; end: number };
  /** Takes the bytes of `span`, outputs the content from `start` to `end`. The stream fails if bytes are missing, changed, or too many. */
  open: (start: number, end: number) => TransformStream<Uint8Array, Bytes>;
}

/**
 * @param front the first bytes of the sealed file, at least those before its content
 * @param sizes of the content and of the sealed file
 * @throws SealingError, as `openFile`; META_MISMATCH if no file of this content has this size
 */
export async function readLayout(
  fileKey: Bytes,
  file: FileRef,
  front: Uint8Array,
  sizes: { content: number; stored: number },
): Promise<SealedLayout> {
  return layoutOf(front) === 'whole'
    ? wholeLayout(fileKey, file, front.subarray(0, prefixSize), sizes)
    : segmentedLayout(fileKey, file, front, sizes);
}

async function wholeLayout(
  fileKey: Bytes,
  file: FileRef,
  prefix: Uint8Array,
  { content, stored }: { content: number; stored: number },
): Promise<SealedLayout> {
  if (stored !== sealedSize(content)) throw new SealingError('META_MISMATCH');
  const keys = await readPrefix(fileKey, file, prefix);
  const hasLast = (end: number) => end === content || end > content - (content % chunkSize);
  return {
    span(start, end) {
      const { offset, length } = sealedSpan(start, end);
      return { start: offset, end: hasLast(end) ? stored : offset + length };
    },
    open(start, end) {
      const first = Math.floor(start / chunkSize);
      const opened = openChunks(keys, first, hasLast(end));
      return new TransformStream(trimmed(opened, start - first * chunkSize, end - start));
    },
  };
}

async function segmentedLayout(
  fileKey: Bytes,
  file: FileRef,
  front: Uint8Array,
  { content, stored }: { content: number; stored: number },
): Promise<SealedLayout> {
  const segments = await segmentsOf(fileKey, file, front);
  const last = segments.at(-1);
  if (!last || last.start + last.length !== content || last.offset + last.sealedLength !== stored)
    throw new SealingError('META_MISMATCH');
  return {
    span(start, end) {
      const parts = partsOf(segments, start, end);
      return { start: parts[0]?.offset ?? stored, end: parts.at(-1)?.end ?? stored };
    },
    open: (start, end) => new TransformStream(openParts(partsOf(segments, start, end), file.fileId)),
  };
}

/** The segments of a sealed file. @param front as in `readLayout` */
async function segmentsOf(fileKey: Bytes, file: FileRef, front: Uint8Array): Promise<PlacedSegment[]> {
  return placedSegments((await openFront(fileKey, file, front.subarray(0, frontSizeOf(front)))).segments);
}

/** Opens all segments of a file, which must end with the last one. @param front the bytes before them */
export async function openSegments(fileKey: Bytes, file: FileRef, front: Bytes): Promise<BatchTransformer> {
  const segments = await segmentsOf(fileKey, file, front);
  const last = segments.at(-1)!;
  return openParts(partsOf(segments, 0, last.start + last.length), file.fileId);
}

/** Whole chunks of one segment. `offset` and `end` are in the sealed file. */
interface SegmentPart {
  segment: PlacedSegment;
  firstChunk: number;
  offset: number;
  end: number;
  /** Bytes of content to leave out at the start, and to give. */
  skip: number;
  give: number;
}

/** Up to the end of a segment its padding is part of it, so that each stored byte is verified. */
function partsOf(segments: readonly PlacedSegment[], start: number, end: number): SegmentPart[] {
  return segments
    .filter((segment) => segment.start < end && segment.start + segment.length > start)
    .map((segment) => {
      const from = Math.max(0, start - segment.start);
      const to = Math.min(segment.length, end - segment.start);
      const firstChunk = Math.floor(from / chunkSize);
      const sealedTo = to === segment.length ? segment.sealedLength : Math.ceil(to / chunkSize) * sealedChunkSize;
      return {
        segment,
        firstChunk,
        offset: segment.offset + firstChunk * sealedChunkSize,
        end: segment.offset + sealedTo,
        skip: from - firstChunk * chunkSize,
        give: to - from,
      };
    });
}

function openParts(parts: readonly SegmentPart[], fileId: string): BatchTransformer {
  const waiting = parts.values();
  let current: { opened: BatchTransformer; left: number } | undefined;
  const next = async () => {
    const { value: part } = waiting.next();
    if (!part) return undefined;
    const { segment, firstChunk, offset, end, skip, give } = part;
    const chunks = openChunks(await segmentKeys(segment, fileId), firstChunk, false);
    return { opened: trimmed(chunks, skip, give), left: end - offset };
  };
  return {
    async transform(bytes, output) {
      for (let at = 0; at < bytes.length;) {
        current ??= await next();
        if (!current) throw new SealingError('TAMPERED');
        const taken = Math.min(current.left, bytes.length - at);
        await current.opened.transform(bytes.subarray(at, at + taken), output);
        at += taken;
        current.left -= taken;
        if (current.left > 0) continue;
        await current.opened.flush(output);
        current = undefined;
      }
    },
    async flush() {
      if (current ?? waiting.next().value) throw new SealingError('TRUNCATED');
    },
  };
}

/** Gives `give` bytes of what comes out, after the first `skip`. */
function trimmed({ transform, flush }: BatchTransformer, skip: number, give: number): BatchTransformer {
  let [skipped, left] = [skip, give];
  const to = (output: Output): Output => ({
    enqueue(piece) {
      const from = Math.min(skipped, piece.length);
      skipped -= from;
      const given = piece.subarray(from, from + left);
      left -= given.length;
      if (given.length > 0) output.enqueue(given);
    },
  });
  return {
    transform: (bytes, output) => transform(bytes, to(output)),
    flush: (output) => flush(to(output)),
  };
}
