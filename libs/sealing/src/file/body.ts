import { concat, equalBytes, exactly, split, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { chunkSize, commitmentSize, maxChunks, saltSize, sealedChunkSize } from './format';
import { batchTransform, type BatchTransformer } from '../crypto/batch-transform';
import { chunkCipher, type ChunkCipher } from '../crypto/chunk-cipher';
import { hkdfExpandSha512, nonceSize, tagSize } from '../crypto/primitives';

/*
 * C2SP chunked-encryption (https://c2sp.org/chunked-encryption), the instance Cobblestone-256:
 * HKDF-Expand-SHA-512 and AES-256-GCM without AAD, 16 KiB chunks, the last always shorter.
 */

const label = utf8('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0');

/** The key of one message; `commitment` is stored unencrypted before the chunks and binds the key. */
export interface BodyKeys {
  cipher: ChunkCipher;
  baseNonce: Bytes;
  commitment: Bytes;
}

/**
 * The keys of one message. `inputKey`: 32 uniformly random bytes; `salt`: 24 bytes, never twice under one input key; `context`: public,
 * bound in. MALFORMED for other sizes.
 */
export async function bodyKeys(inputKey: Bytes, salt: Bytes, context: Bytes): Promise<BodyKeys> {
  const [key, baseNonce, commitment] = split(
    await hkdfExpandSha512(
      exactly(inputKey, 32),
      concat(label, exactly(salt, saltSize), context),
      32 + nonceSize + commitmentSize,
    ),
    32,
    nonceSize,
    commitmentSize,
  );
  return { cipher: await chunkCipher(key!), baseNonce: baseNonce!, commitment: commitment! };
}

/** WRONG_KEY unless the message was sealed under these keys. */
export function checkCommitment(keys: BodyKeys, commitment: Uint8Array): void {
  if (!equalBytes(keys.commitment, commitment)) throw new SealingError('WRONG_KEY');
}

/** The base nonce, its last five bytes XORed with the chunk's number; TOO_LARGE from the 2^38th chunk on. */
export function chunkNonce(baseNonce: Bytes, chunk: number): Bytes {
  if (chunk >= maxChunks) throw new SealingError('TOO_LARGE');
  const nonce = baseNonce.slice();
  for (let at = nonceSize - 1, rest = chunk; rest > 0; at--, rest = Math.floor(rest / 256)) nonce[at]! ^= rest % 256;
  return nonce;
}

/** At most 16384 bytes of content, and 16 more sealed. No chunk number may be sealed twice under the same keys. */
export const sealChunk = ({ cipher, baseNonce }: BodyKeys, chunk: number, content: Bytes): Promise<Bytes> =>
  cipher.seal(chunkNonce(baseNonce, chunk), content);

/** TAMPERED unless these are that chunk's bytes, untouched. */
export const openChunk = ({ cipher, baseNonce }: BodyKeys, chunk: number, sealed: Bytes): Promise<Bytes> =>
  cipher.open(chunkNonce(baseNonce, chunk), sealed);

/** Content in, chunks out. */
export function sealChunks(keys: BodyKeys): BatchTransformer {
  let next = 0;
  return batchTransform(chunkSize, {
    whole: (content) => sealChunk(keys, next++, content),
    rest: (content) => sealChunk(keys, next++, content),
  });
}

/**
 * Chunks from number `first` on in, content out; only what is authentic comes out. The stream fails with TAMPERED, or with
 * TRUNCATED when it ends where no file ends. Its content is complete only when it has ended well.
 * @param hasLast absent or true: to the end of the file; false: whole chunks only, of which the caller counts the bytes
 */
export function openChunks(keys: BodyKeys, first = 0, hasLast = true): BatchTransformer {
  let next = first;
  return batchTransform(sealedChunkSize, {
    whole: (sealed) => openChunk(keys, next++, sealed),
    rest: async (sealed) => {
      if (!hasLast && sealed.length === 0) return sealed;
      if (!hasLast || sealed.length < tagSize) throw new SealingError('TRUNCATED');
      return openChunk(keys, next++, sealed);
    },
  });
}
