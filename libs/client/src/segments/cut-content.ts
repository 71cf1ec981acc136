import { fromHex, randomBytes, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { newHash } from '@tradepost/sealing/crypto/hash-stream';
import { boundaryFinder } from '@tradepost/sealing/file/boundaries';
import type { Segment, SegmentIndex } from '@tradepost/sealing/file/segments';

/** The segments of a content, without keys. */
export interface CutContent {
  /** With which it was cut; see `SegmentIndex`. */
  secret: Bytes;
  segments: Pick<Segment, 'length' | 'sha256'>[];
  /** Of the whole content, lower-case hex. */
  sha256: string;
}

/** The secret with which the next version is cut. @param former the index of the version that is replaced, from `reusableIndex`, if any */
export const secretAfter = (former: SegmentIndex | undefined): Bytes => former?.secret ?? randomBytes(32);

/** Cuts a content into segments, in constant memory. Reads it once, because a disk may be slower than this. */
export async function cutContent(content: ReadableStream<Uint8Array>, secret: Bytes): Promise<CutContent> {
  const { next } = await boundaryFinder(secret);
  const segments: CutContent['segments'] = [];
  const whole = await newHash();
  let [hash, length] = [await newHash(), 0];
  const end = async () => {
    segments.push({ length, sha256: fromHex(hash.digest()) });
    [hash, length] = [await newHash(), 0];
  };
  const add = (bytes: Uint8Array) => {
    hash.update(bytes);
    length += bytes.length;
  };
  for (const reader = content.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    whole.update(value);
    let from = 0;
    for (let to; (to = next(value, from)) !== undefined; from = to) {
      add(value.subarray(from, to));
      await end();
    }
    add(value.subarray(from));
  }
  if (length > 0) await end();
  return { secret, segments, sha256: whole.digest() };
}
