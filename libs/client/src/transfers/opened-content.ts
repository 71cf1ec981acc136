import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { newHash } from '@tradepost/sealing/crypto/hash-stream';
import { SealingError } from '@tradepost/sealing/errors';
import { openFile } from '@tradepost/sealing/file/file';
import type { PlannedEntry } from './planned-download';

/**
 * The content of stored bytes. Complete and authentic only when the stream ends without an error; discard it otherwise.
 * @throws in the stream: SealingError META_MISMATCH or TAMPERED when size or hash are wrong, errors of `openFile`
 */
export async function openedContent(
  { sealed, size, sha256 }: Pick<PlannedEntry, 'sealed' | 'size' | 'sha256'>,
  stored: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Bytes>> {
  const plain = sealed ? stored.pipeThrough(openFile(sealed.fileKey, sealed.file)) : stored;
  const hash = await newHash();
  let passed = 0;
  // one stream counts and hashes: each further one costs a small file more than its hash
  const checked = new TransformStream<Uint8Array, Bytes>({
    transform(piece, controller) {
      passed += piece.length;
      if (passed > size) throw new SealingError('META_MISMATCH');
      hash.update(piece);
      controller.enqueue(piece as Bytes);
    },
    flush() {
      if (passed !== size || hash.digest() !== sha256) throw new SealingError(sealed ? 'META_MISMATCH' : 'TAMPERED');
    },
  });
  return plain.pipeThrough(checked);
}
