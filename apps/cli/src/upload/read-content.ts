import { createHash } from 'node:crypto';
import { cutContent, secretAfter, type CutContent } from '@tradepost/client/segments/cut-content';
import { hashOfBlob } from '@tradepost/sealing/crypto/hash-stream';
import type { SegmentIndex } from '@tradepost/sealing/file/segments';
import type { Ledger } from './ledger';
import type { Source } from './sources';

/** A file of this size is read once for its hash, because a larger one takes minutes. */
const rememberedFrom = 16 * 1024 * 1024;

/** A content that is cut into segments. */
export interface InSegments {
  /** Of the version that is replaced, if it has one to compare with. */
  former: SegmentIndex | undefined;
  cut: CutContent;
}

/** What one reading of a content gives. */
export interface ReadContent {
  sha256: string;
  segments?: InSegments;
}

/** One text for several. */
export const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * Reads a content for its SHA-256, and cuts it at the same time. The hash of a large file is stored until the file is changed, for an upload that
 * is resumed.
 * @param formerOf for a content that may be sent in segments
 */
export async function readContent(
  { state }: Source,
  content: Blob,
  ledger: Ledger,
  formerOf?: () => Promise<SegmentIndex | undefined>,
): Promise<ReadContent> {
  if (state === undefined || content.size < rememberedFrom) return read(content, formerOf);
  const key = hashOf([state]);
  const known = ledger.contentHash(key);
  if (known) return { sha256: known };
  const given = await read(content, formerOf);
  ledger.noteContentHash(key, given.sha256);
  return given;
}

async function read(content: Blob, formerOf?: () => Promise<SegmentIndex | undefined>): Promise<ReadContent> {
  if (!formerOf) return { sha256: await hashOfBlob(content) };
  const segments = await inSegments(content, await formerOf());
  return { sha256: segments.cut.sha256, segments };
}

export const inSegments = async (content: Blob, former: SegmentIndex | undefined): Promise<InSegments> => ({
  former,
  cut: await cutContent(content.stream(), secretAfter(former)),
});
