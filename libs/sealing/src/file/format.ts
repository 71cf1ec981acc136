import { concat, u32, utf8, uuidBytes, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { tagSize } from '../crypto/primitives';

/** Sizes in bytes. A sealed file is `header[28] | salt[24] | commitment[32] | chunks`. */
export const headerSize = 28;
export const saltSize = 24;
export const commitmentSize = 32;
/** Content bytes per chunk; the last chunk always has fewer, possibly none. */
export const chunkSize = 16_384;
export const sealedChunkSize = chunkSize + tagSize;
/** Offset of the first chunk in a sealed file. */
export const prefixSize = headerSize + saltSize + commitmentSize;
/** A file has fewer chunks than this (4 PiB of content). */
export const maxChunks = 2 ** 38;

const magic = utf8('SDX1');
const suite = 1;

/** How content is sealed: in one piece, or in segments that the next version of the file can use again. */
export type Layout = 'whole' | 'segmented';
const formatVersions: Record<Layout, number> = { whole: 1, segmented: 2 };

/** Identifies content: file id (canonical UUID, chosen by the client) and version number (unsigned 32 bits). */
export interface FileRef {
  fileId: string;
  version: number;
}

/** `"SDX1" | version u8 (1 whole, 2 segmented) | suite u8 = 1 | flags u16 = 0 | fileId[16] | fileVersion u32`, big-endian, 28 bytes. */
export const encodeHeader = ({ fileId, version }: FileRef, layout: Layout = 'whole'): Bytes =>
  concat(magic, Uint8Array.of(formatVersions[layout], suite, 0, 0), uuidBytes(fileId), u32(version));

/** The layout that the first bytes of a sealed file state. */
export const layoutOf = (header: Uint8Array): Layout =>
  header[4] === formatVersions.segmented ? 'segmented' : 'whole';

/**
 * Checks that a header is of this file.
 * @throws SealingError MALFORMED if it is not SDX1, UNSUPPORTED for an unknown version, suite or flag, WRONG_FILE for another file or version
 */
export function checkHeader(header: Uint8Array, file: FileRef): Layout {
  const layout = layoutOf(header);
  const expected = encodeHeader(file, layout);
  const differs = (from: number, to: number) =>
    expected.subarray(from, to).some((byte, index) => header[from + index] !== byte);
  if (header.length !== headerSize || differs(0, 4)) throw new SealingError('MALFORMED');
  if (differs(4, 8)) throw new SealingError('UNSUPPORTED');
  if (differs(8, headerSize)) throw new SealingError('WRONG_FILE');
  return layout;
}

/** Number of chunks for `contentSize` bytes. @throws SealingError TOO_LARGE, MALFORMED for an invalid size */
export function chunkCount(contentSize: number): number {
  if (!Number.isSafeInteger(contentSize) || contentSize < 0) throw new SealingError('MALFORMED');
  const count = Math.floor(contentSize / chunkSize) + 1;
  if (count > maxChunks) throw new SealingError('TOO_LARGE');
  return count;
}

/** Bytes of the sealed file for `contentSize` bytes of content. */
export const sealedSize = (contentSize: number): number => prefixSize + contentSize + tagSize * chunkCount(contentSize);

/** Content bytes of a sealed file of `sealed` bytes. @throws SealingError TRUNCATED for a size that no complete sealed file has */
export function contentSize(sealed: number): number {
  if (!Number.isSafeInteger(sealed)) throw new SealingError('MALFORMED');
  const chunks = sealed - prefixSize;
  const last = chunks % sealedChunkSize;
  if (chunks < tagSize || last < tagSize) throw new SealingError('TRUNCATED');
  const size = Math.floor(chunks / sealedChunkSize) * chunkSize + last - tagSize;
  chunkCount(size);
  return size;
}

/** The byte range of a sealed file with the content bytes from `start` to `end` (exclusive): whole chunks, starting with `firstChunk`. */
export function sealedSpan(start: number, end: number): { firstChunk: number; offset: number; length: number } {
  const firstChunk = Math.floor(start / chunkSize);
  const afterLast = Math.ceil(end / chunkSize);
  return {
    firstChunk,
    offset: prefixSize + firstChunk * sealedChunkSize,
    length: Math.max(0, afterLast - firstChunk) * sealedChunkSize,
  };
}
