import { maxCopiedRanges, type CopiedRange } from '@tradepost/contracts/storage';
import { toBase64url, toHex } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { newFileKey } from '@tradepost/sealing/file/file';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { NewFileMeta } from '@tradepost/sealing/file/meta';
import {
  placedSegments,
  sealFront,
  type PlacedSegment,
  type Segment,
  type SegmentIndex,
} from '@tradepost/sealing/file/segments';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { sealedFields, type SealedFields } from '../transfers/sealed-content';
import type { CutContent } from './cut-content';

/** What a client stores to seal the parts of one upload in segments again. It reveals no content: the keys in it are sealed. */
export interface SegmentedPlan {
  fields: SealedFields & { contentSize: string; copiedBytes?: string };
  /** The bytes before the first segment, base64url. */
  front: string;
  /** What the server copies from the version that is replaced, in order. */
  copied: CopiedRange[];
  /** Bytes that are sent: without what is copied. */
  sentBytes: number;
}

/** Segments that follow each other both in the new file and in the one before. `end` is exclusive. */
interface Run {
  first: number;
  end: number;
  from: number;
  length: number;
}

/**
 * Plans which segments of a content are sent.
 * @param about `sha256` and `size` of the content that was cut
 * @param cut from `cutContent`, with the secret `secretAfter` that index
 * @param former the index of the version that is replaced, from `reusableIndex`; absent: all segments are sent
 * @throws SealingError META_MISMATCH if another content was cut
 */
export async function planSegmented(
  vault: Vault,
  about: NewFileMeta,
  file: FileRef,
  { secret, segments: cuts, sha256 }: CutContent,
  former?: SegmentIndex,
): Promise<SegmentedPlan> {
  if (sha256 !== about.sha256) throw new SealingError('META_MISMATCH');
  const known = new Map((former ? placedSegments(former.segments) : []).map((segment) => [nameOf(segment), segment]));
  const found = cuts.map((cut) => known.get(nameOf(cut)));
  const runs = longest(runsOf(found));
  // what is not copied gets a new key, also if it was known
  const isCopied = (at: number) => runs.some(({ first, end }) => at >= first && at < end);
  const segments = cuts.map((cut, at) => ({ ...cut, key: (isCopied(at) && found[at]?.key) || newFileKey() }));
  const placed = placedSegments(segments);
  if (placed.reduce((sum, { length }) => sum + length, 0) !== about.size) throw new SealingError('META_MISMATCH');
  const copied = runs.map(({ first, from, length }) => ({ at: placed[first]!.offset, from, length }));
  const copiedBytes = copied.reduce((sum, { length }) => sum + length, 0);
  const fileKey = newFileKey();
  const fields = {
    ...(await sealedFields(vault, fileKey, file, about)),
    contentSize: String(about.size),
    ...(copiedBytes > 0 && { copiedBytes: String(copiedBytes) }),
  };
  const front = toBase64url(await sealFront(fileKey, file, { secret, segments }));
  fileKey.fill(0);
  const last = placed.at(-1);
  return { fields, front, copied, sentBytes: (last ? last.offset + last.sealedLength : 0) - copiedBytes };
}

const nameOf = ({ length, sha256 }: Pick<Segment, 'length' | 'sha256'>) => `${length} ${toHex(sha256)}`;

function runsOf(found: readonly (PlacedSegment | undefined)[]): Run[] {
  const runs: Run[] = [];
  for (const [at, segment] of found.entries()) {
    if (!segment) continue;
    const last = runs.at(-1);
    if (last?.end === at && last.from + last.length === segment.offset) {
      last.end += 1;
      last.length += segment.sealedLength;
    } else runs.push({ first: at, end: at + 1, from: segment.offset, length: segment.sealedLength });
  }
  return runs;
}

/** As many as one commit may name, in order. */
const longest = (runs: readonly Run[]): Run[] =>
  runs
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxCopiedRanges)
    .toSorted((a, b) => a.first - b.first);
