import type { Bytes } from './bytes';
import { SealingError } from '../errors';

/** Reads consecutive fields of a structure. Each method throws a SealingError MALFORMED when the bytes end early. */
export class Reader {
  private offset = 0;

  constructor(private readonly source: Uint8Array) {}

  /** Bytes that were not read yet. */
  get left(): number {
    return this.source.length - this.offset;
  }

  bytes(size: number): Bytes {
    if (size > this.left) throw new SealingError('MALFORMED');
    const start = this.offset;
    this.offset += size;
    return new Uint8Array(this.source.subarray(start, this.offset));
  }

  u32(): number {
    return new DataView(this.bytes(4).buffer).getUint32(0);
  }

  u64(): number {
    return Number(new DataView(this.bytes(8).buffer).getBigUint64(0));
  }

  /** A u16 length and UTF-8. */
  text(): string {
    const [high, low] = this.bytes(2) as unknown as [number, number];
    const bytes = this.bytes(high * 256 + low);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new SealingError('MALFORMED');
    }
  }
}
