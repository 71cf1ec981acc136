import { exactly, type Bytes } from '../crypto/bytes';
import { paddedSize, segmentKeys, type Segment } from './segments';
import { sealChunkRange, type ReadContent } from './sealed-ranges';

/**
 * Seals ranges of one segment, in any order. The same content gives the same bytes; see `rangeSealer` for what callers must compare.
 * @param readContent of the segment, from 0
 */
export async function segmentSealer(
  segment: Pick<Segment, 'key' | 'length'>,
  fileId: string,
  readContent: ReadContent,
): Promise<(start: number, end: number) => AsyncGenerator<Bytes>> {
  const keys = await segmentKeys(segment, fileId);
  const padded = async (start: number, end: number) => {
    const contentEnd = Math.max(start, Math.min(end, segment.length));
    // what is missing would be sealed as padding
    const read = exactly(await readContent(start, contentEnd), contentEnd - start);
    if (contentEnd === end) return read;
    const bytes = new Uint8Array(end - start);
    bytes.set(read);
    return bytes;
  };
  const content = { keys, size: paddedSize(segment.length), read: padded };
  return (start, end) => sealChunkRange(content, start, end);
}
