import { createHash } from 'node:crypto';
import { crc32 as updateCrc32 } from 'node:zlib';
import type { ObjectSource } from './object-store';

export interface Checksum {
  /** Bytes read so far. */
  size: number;
  /** FIPS 180-4, 64 lower-case hexadecimal digits. */
  sha256: string;
  /** The CRC of ZIP (APPNOTE 4.4.7, ISO 3309), as an unsigned 32-bit number. */
  crc32: number;
}

export interface Meter {
  /** The chunks of the source, for `ObjectStore.put`. */
  stream: ObjectSource;
  /** The measured values; throws until the stream has ended. */
  result(): Checksum;
}

/** Computes both checksums while the source is read, in one pass and without an extra Transform. */
export function meter(source: ObjectSource): Meter {
  const hash = createHash('sha256');
  let size = 0;
  let crc32 = 0;
  let sha256: string | undefined;

  async function* measured() {
    for await (const chunk of source) {
      hash.update(chunk);
      crc32 = updateCrc32(chunk, crc32);
      size += chunk.length;
      yield chunk;
    }
    sha256 = hash.digest('hex');
  }

  return {
    stream: measured(),
    result() {
      if (sha256 === undefined) throw new Error('the checksum is available only after the stream has ended');
      return { size, sha256, crc32 };
    },
  };
}
