import { concat, exactly, randomBytes, split, u32, utf8, uuidBytes, type Bytes } from '../crypto/bytes';
import { hkdfSha256, tagSize } from '../crypto/primitives';
import { Reader } from '../crypto/reader';
import { SealingError } from '../errors';
import { bodyKeys, checkCommitment, openChunk, sealChunk, type BodyKeys } from './body';
import { leastSegment, mostSegment } from './boundaries';
import {
  checkHeader,
  chunkCount,
  chunkSize,
  commitmentSize,
  encodeHeader,
  headerSize,
  layoutOf,
  prefixSize,
  saltSize,
  sealedChunkSize,
  sealedSize,
  type FileRef,
} from './format';

/*
 * The segmented layout: a front and then the segments. The front is `header[28] | count u32 | salt[24] | commitment[32] | chunks of the index`.
 * A segment is the chunks of its content, padded with zeros.
 */

/** A piece of content, sealed under a key of its own. */
export interface Segment {
  /** 32 random bytes, only for this content. */
  key: Bytes;
  /** Bytes of content. */
  length: number;
  /** Of the content. */
  sha256: Bytes;
}

export interface SegmentIndex {
  /** For `boundaryFinder`; all versions of a file that build on each other have the same. */
  secret: Bytes;
  segments: Segment[];
}

/** Segments are padded to a multiple of this, so that their sizes say little. */
export const segmentPadding = 256 * 1024;
/** The index of a file with more would take too much memory. */
export const maxSegments = 2 ** 14;
const secretSize = 32;
const entrySize = 32 + 4 + 32;
const countEnd = headerSize + 4;

/** Content of this size may be sealed in segments. Smaller is sent as a whole as quickly; larger might have too many segments. */
export const maySegment = (contentSize: number): boolean =>
  contentSize >= 64 * 1024 ** 2 && contentSize <= (maxSegments - 1) * leastSegment;

const indexSize = (count: number) => secretSize + entrySize * count;

/** Bytes before the first segment. @throws SealingError MALFORMED for a count that no file has */
export function frontSize(count: number): number {
  if (count < 1 || count > maxSegments) throw new SealingError('MALFORMED');
  return countEnd + saltSize + commitmentSize + indexSize(count) + tagSize * chunkCount(indexSize(count));
}

/** Bytes before the content of a sealed file of either layout. @param begun its first bytes: with fewer than 32, so many are needed first */
export function frontSizeOf(begun: Uint8Array): number {
  if (begun.length < countEnd) return countEnd;
  if (layoutOf(begun) === 'whole') return prefixSize;
  return frontSize(new Reader(begun.subarray(headerSize, countEnd)).u32());
}

/** At least as many bytes as are before the content of a sealed file. @param stored bytes of the sealed file */
export const mostFrontSize = (contentSize: number, stored: number): number =>
  stored === sealedSize(contentSize) ? prefixSize : Math.min(stored, frontSize(mostSegmentsOf(contentSize)));

const mostSegmentsOf = (contentSize: number) => Math.min(maxSegments, Math.floor(contentSize / leastSegment) + 1);

export const paddedSize = (length: number): number => Math.ceil(length / segmentPadding) * segmentPadding;

/** Bytes of a sealed segment: whole chunks. */
export const sealedSegmentSize = (length: number): number => (paddedSize(length) / chunkSize) * sealedChunkSize;

/** Whether a sealed file of so many bytes can have this content. A segmented one is always larger than one that is sealed as a whole. */
export function isSealedSizeOf(contentSize: number, stored: number): boolean {
  const whole = sealedSize(contentSize);
  return stored === whole || (stored >= leastSegmentedSize(contentSize) && stored <= mostSegmentedSize(contentSize));
}

/** As few segments as possible, and padding only at the end. */
const leastSegmentedSize = (contentSize: number) =>
  frontSize(Math.min(maxSegments, Math.max(1, Math.ceil(contentSize / mostSegment)))) + sealedSegmentSize(contentSize);

/** The most bytes of a segmented file: each segment but the last has at least 5 MiB, and padding for less than 256 KiB. */
export function mostSegmentedSize(contentSize: number): number {
  const count = mostSegmentsOf(contentSize);
  return frontSize(count) + Math.ceil((contentSize + count * segmentPadding) / chunkSize) * sealedChunkSize;
}

const indexKeys = async (fileKey: Bytes, fixed: Bytes, salt: Bytes): Promise<BodyKeys> =>
  bodyKeys(await hkdfSha256(exactly(fileKey, 32), utf8('sdx1/index')), salt, fixed);

/** The keys of a segment, which are the same in all versions of the file. Its salt is fixed, because its key seals nothing else. */
export const segmentKeys = ({ key }: Pick<Segment, 'key'>, fileId: string): Promise<BodyKeys> =>
  bodyKeys(key, new Uint8Array(saltSize), concat(utf8('sdx1/segment'), uuidBytes(fileId)));

/** Seals the front of a segmented file. @param fileKey from `newFileKey`, only for this version @param salt random unless it is a test vector's */
export async function sealFront(
  fileKey: Bytes,
  file: FileRef,
  { secret, segments }: SegmentIndex,
  salt: Bytes = randomBytes(saltSize),
): Promise<Bytes> {
  if (segments.length > maxSegments) throw new SealingError('TOO_LARGE');
  const fixed = concat(encodeHeader(file, 'segmented'), u32(segments.length));
  const entries = segments.flatMap(({ key, length, sha256 }) => [exactly(key, 32), u32(length), exactly(sha256, 32)]);
  const index = concat(exactly(secret, secretSize), ...entries);
  const keys = await indexKeys(fileKey, fixed, salt);
  const chunks = Array.from({ length: chunkCount(index.length) }, (_, chunk) =>
    sealChunk(keys, chunk, index.subarray(chunk * chunkSize, (chunk + 1) * chunkSize)),
  );
  return concat(fixed, salt, keys.commitment, ...(await Promise.all(chunks)));
}

/** Opens the front of a segmented file. @param front exactly its bytes @throws SealingError as `openFile` */
export async function openFront(fileKey: Bytes, file: FileRef, front: Uint8Array): Promise<SegmentIndex> {
  if (front.length < countEnd) throw new SealingError('TRUNCATED');
  if (checkHeader(front.subarray(0, headerSize), file) !== 'segmented') throw new SealingError('UNSUPPORTED');
  const rest = front.length - countEnd - saltSize - commitmentSize;
  if (front.length !== frontSizeOf(front)) throw new SealingError('TRUNCATED');
  const [fixed, salt, commitment, chunks] = split(front, countEnd, saltSize, commitmentSize, rest);
  const keys = await indexKeys(fileKey, fixed!, salt!);
  checkCommitment(keys, commitment!);
  const opened = Array.from({ length: Math.ceil(rest / sealedChunkSize) }, (_, chunk) =>
    openChunk(keys, chunk, chunks!.subarray(chunk * sealedChunkSize, (chunk + 1) * sealedChunkSize)),
  );
  return decodeIndex(concat(...(await Promise.all(opened))));
}

function decodeIndex(bytes: Bytes): SegmentIndex {
  const reader = new Reader(bytes);
  const secret = reader.bytes(secretSize);
  const segments: Segment[] = [];
  while (reader.left > 0) {
    const segment = { key: reader.bytes(32), length: reader.u32(), sha256: reader.bytes(32) };
    // only the last one may be shorter: readers know how long the front may be
    const least = reader.left > 0 ? leastSegment : 1;
    if (segment.length < least || segment.length > mostSegment) throw new SealingError('MALFORMED');
    segments.push(segment);
  }
  return { secret, segments };
}

/** A segment and its place in the content and in the sealed file. */
export interface PlacedSegment extends Segment {
  /** Of its content. */
  start: number;
  /** Of its sealed bytes. */
  offset: number;
  sealedLength: number;
}

/** Where the segments are in content and sealed file. */
export function placedSegments(segments: readonly Segment[]): PlacedSegment[] {
  let [start, offset] = [0, frontSize(segments.length)];
  return segments.map((segment) => {
    const placed = { ...segment, start, offset, sealedLength: sealedSegmentSize(segment.length) };
    start += segment.length;
    offset += placed.sealedLength;
    return placed;
  });
}
