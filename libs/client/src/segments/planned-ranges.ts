import type { CopiedRange } from '@tradepost/contracts/storage';
import { fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { segmentSealer } from '@tradepost/sealing/file/segment-ranges';
import { openFront, placedSegments, type PlacedSegment } from '@tradepost/sealing/file/segments';
import { pour, sealedRanges, type PlannedKey, type SealedPlan, type SealedRanges } from '../transfers/sealed-parts';
import type { SegmentedPlan } from './segment-plan';

/** What a plan adds to its key: the salt of a file that is sealed as a whole, or the front of one in segments. */
export type PlannedLayout = Partial<Pick<SealedPlan, 'salt'> & Pick<SegmentedPlan, 'front' | 'copied'>>;

/**
 * Seals any part of what is sent of a planned upload of either layout. See `rangeSealer` for what its caller must compare.
 * @param read opens the content, and refuses one that was changed
 */
export const plannedRanges = (
  key: PlannedKey,
  { salt = '', front, copied = [] }: PlannedLayout,
  contentSize: number,
  read: () => Promise<Blob>,
): Promise<SealedRanges> =>
  front === undefined ? sealedRanges(key, salt, contentSize, read) : segmentedRanges(key, { front, copied }, read);

/** A part of what is sent: the front, or a segment. */
interface SentPiece {
  start: number;
  end: number;
  segment: PlacedSegment | undefined;
}

/** What is sent is the front, then the segments that are not copied. */
async function segmentedRanges(
  { fileKey, file }: PlannedKey,
  { front: text, copied }: Pick<SegmentedPlan, 'front' | 'copied'>,
  read: () => Promise<Blob>,
): Promise<SealedRanges> {
  const front = fromBase64url(text);
  const { segments } = await openFront(fileKey, file, front);
  const pieces = piecesOf(front, placedSegments(segments), copied);
  const sealed = async (segment: PlacedSegment, start: number, end: number) => {
    const readContent = async (from: number, to: number) => {
      const content = await read();
      return new Uint8Array(await content.slice(segment.start + from, segment.start + to).arrayBuffer());
    };
    return (await segmentSealer(segment, file.fileId, readContent))(start, end);
  };
  return {
    size: pieces.at(-1)?.end ?? 0,
    async sealInto(memory, start, end) {
      for (const { segment, ...piece } of pieces.filter((one) => one.start < end && one.end > start)) {
        const [from, to] = [Math.max(start, piece.start), Math.min(end, piece.end)];
        const target = memory.subarray(from - start, to - start);
        if (segment) await pour(await sealed(segment, from - piece.start, to - piece.start), target);
        else target.set(front.subarray(from, to));
      }
    },
  };
}

function piecesOf(
  front: Bytes,
  segments: readonly PlacedSegment[],
  copied: readonly CopiedRange[],
): readonly SentPiece[] {
  const isCopied = ({ offset }: PlacedSegment) => copied.some(({ at, length }) => offset >= at && offset < at + length);
  let reached = 0;
  const piece = (length: number, segment?: PlacedSegment) => ({
    start: reached,
    end: (reached += length),
    segment,
  });
  return [
    piece(front.length),
    ...segments.filter((segment) => !isCopied(segment)).map((segment) => piece(segment.sealedLength, segment)),
  ];
}
