import type { Readable } from 'node:stream';
import { assertByteRange, type ByteRange } from '../object-store';
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-records';
import { sliceStream } from './slice-stream';

/** A run of the archive's bytes that begins at the offset `start`: records we wrote, or the bytes of one entry. */
export type ZipSegment = { start: number; size: number } & ({ bytes: Buffer } | { entryIndex: number });

export interface ZipLayout {
  /** Bytes of the whole archive: its `Content-Length`. */
  size: number;
  /** In order and without gaps. */
  segments: ZipSegment[];
}

/** Opens the bytes of one entry, or the named part of them: `ObjectStore.get` of the entry's key. */
export type OpenEntry = (entryIndex: number, range?: ByteRange) => Promise<Readable>;

const MAX_NAME_BYTES = 0xffff;

/**
 * The position of every byte in a ZIP of stored (uncompressed) entries, before any of them is read. The same entries
 * give the same bytes, always; ZIP64 records appear only where a size, an offset or the count needs them.
 * @throws RangeError for a size, CRC or name that no ZIP can hold
 */
export function layoutZip(entries: ZipEntry[]): ZipLayout {
  entries.forEach(assertEntry);
  const segments: ZipSegment[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  entries.forEach((entry, entryIndex) => {
    const bytes = localHeader(entry);
    central.push(centralHeader(entry, offset));
    segments.push({ start: offset, size: bytes.length, bytes });
    offset += bytes.length;
    if (entry.size > 0) segments.push({ start: offset, size: entry.size, entryIndex });
    offset += entry.size;
  });
  const directory = Buffer.concat(central);
  const bytes = Buffer.concat([directory, endRecords(entries.length, directory.length, offset)]);
  segments.push({ start: offset, size: bytes.length, bytes });
  return { size: offset + bytes.length, segments };
}

/**
 * The archive's bytes, or exactly the named part of them. Opens a few entries ahead, holds a bounded piece of each, and
 * opens none that the range does not touch. An entry that gives more or fewer bytes than laid out fails the stream, so a
 * reader never mistakes an incomplete archive for a complete one. Destroying the stream destroys the entries' streams.
 * @throws RangeError when the range is reversed or starts past the last byte; an end past it is cut to it
 */
export function zipStream(layout: ZipLayout, open: OpenEntry, range?: ByteRange): Readable {
  if (range) assertByteRange(range);
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? Infinity, layout.size - 1);
  if (start > end) throw new RangeError('the range starts past the last byte');
  return sliceStream(slices(layout, start, end, open));
}

function* slices({ segments }: ZipLayout, start: number, end: number, open: OpenEntry) {
  for (let index = segmentAt(segments, start); index < segments.length; index += 1) {
    const segment = segments[index]!;
    if (segment.start > end) return;
    const from = Math.max(start - segment.start, 0);
    const to = Math.min(end - segment.start, segment.size - 1);
    if ('bytes' in segment) {
      yield segment.bytes.subarray(from, to + 1);
      continue;
    }
    const whole = from === 0 && to === segment.size - 1;
    yield {
      size: to - from + 1,
      open: () => open(segment.entryIndex, whole ? undefined : { start: from, end: to }),
    };
  }
}

/** The last segment that begins at or before the offset. */
function segmentAt(segments: ZipSegment[], offset: number): number {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (segments[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function assertEntry({ name, size, crc32 }: ZipEntry): void {
  const nameBytes = Buffer.byteLength(name);
  if (nameBytes === 0 || nameBytes > MAX_NAME_BYTES) throw new RangeError('an entry needs a name of 1 to 65535 bytes');
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`invalid entry size: ${size}`);
  if (!Number.isInteger(crc32) || crc32 < 0 || crc32 > 0xffffffff) throw new RangeError(`invalid CRC-32: ${crc32}`);
}
