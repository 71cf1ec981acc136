import { pipeline, Transform, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

/** An object's bytes do not match the recorded size or CRC. */
export class CorruptEntry extends Error {
  override readonly name = 'CorruptEntry';

  constructor(readonly objectKey: string) {
    super(`the bytes of ${objectKey} are not those that were recorded`);
  }
}

/** The source's bytes; ends with `CorruptEntry` when their number or CRC-32 is not the recorded one. */
export function checkedEntry(source: Readable, recorded: { objectKey: string; size: number; crc32: number }): Readable {
  let size = 0;
  let sum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _, next) {
      size += chunk.length;
      sum = crc32(chunk, sum);
      next(size > recorded.size ? new CorruptEntry(recorded.objectKey) : null, chunk);
    },
    flush(done) {
      done(size === recorded.size && sum === recorded.crc32 ? null : new CorruptEntry(recorded.objectKey));
    },
  });
  // The reader of `check` gets every failure; the callback only prevents that it is thrown twice.
  return pipeline(source, check, () => undefined);
}
