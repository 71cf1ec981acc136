import { utf8, type Bytes } from '../crypto/bytes';
import { hkdfExpandSha512 } from '../crypto/primitives';

/** Bytes of content in a segment; the last one of a file may have fewer. */
export const leastSegment = 5 * 1024 ** 2;
export const mostSegment = 16 * 1024 ** 2;
/** After `leastSegment`, one place in 2^21 is a boundary: segments have 7 MiB on average. */
const boundaryBits = 21;
/** Bytes that the hash of a place depends on: each one shifts it by a bit, and it has 32. */
const window = 32;

/** Finds the ends of segments in a content that comes piece by piece. */
export interface BoundaryFinder {
  /** @returns where the current segment ends in these bytes, exclusive; undefined if it goes on behind them */
  next: (bytes: Uint8Array, from: number) => number | undefined;
}

/**
 * Content-defined boundaries: a gear hash of the last 32 bytes decides, so bytes that are inserted or removed move only the boundaries near them.
 * @param secret 32 bytes: without it nobody can compute where a known content would be cut
 */
export async function boundaryFinder(secret: Bytes): Promise<BoundaryFinder> {
  const table = await gearTable(secret);
  let [length, hash] = [0, 0];
  return {
    next(bytes, from) {
      const skipped = Math.max(0, Math.min(bytes.length - from, leastSegment - window - length));
      length += skipped;
      for (let at = from + skipped; at < bytes.length; at++) {
        hash = ((hash << 1) + table[bytes[at]!]!) | 0;
        length += 1;
        const isBoundary = hash >>> (32 - boundaryBits) === 0 && length >= leastSegment;
        if (!isBoundary && length < mostSegment) continue;
        [length, hash] = [0, 0];
        return at + 1;
      }
      return undefined;
    },
  };
}

/** 256 numbers of 32 bits, big-endian. */
async function gearTable(secret: Bytes): Promise<Uint32Array> {
  const view = new DataView((await hkdfExpandSha512(secret, utf8('sdx1/boundaries'), 1024)).buffer);
  return Uint32Array.from({ length: 256 }, (_, index) => view.getUint32(4 * index));
}
