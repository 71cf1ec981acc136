import { createHash } from 'node:crypto';

/** The store has other bytes than the client announced. */
export class PartDamaged extends Error {
  override readonly name = 'PartDamaged';

  constructor(
    readonly number: number,
    readonly objectKey: string,
  ) {
    super(`part ${number} is not what its client announced`);
  }
}

/** A part that is stored as an object. */
export interface AnnouncedPart {
  number?: number;
  objectKey: string;
  size: number;
  sha256?: string;
}

/** The gateway has not seen the bytes of such a part before. @throws PartDamaged after them, so that nothing is stored of what is joined */
export async function* asAnnounced(
  bytes: AsyncIterable<Buffer>,
  { number = 0, objectKey, size, sha256 }: AnnouncedPart,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let passed = 0;
  for await (const piece of bytes) {
    passed += piece.length;
    if (passed > size) break;
    hash.update(piece);
    yield piece;
  }
  if (passed !== size || hash.digest('hex') !== sha256) throw new PartDamaged(number, objectKey);
}
