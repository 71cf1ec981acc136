import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  timingSafeEqual,
  type CipherGCM,
  type KeyObject,
} from 'node:crypto';

/*
 * C2SP chunked-encryption (https://c2sp.org/chunked-encryption), the instance Cobblestone-256, as libs/sealing has it for
 * browsers: both are held to the same vectors. This one is for Node alone, where WebCrypto costs twice the CPU.
 */

/** Sizes in bytes. A body is `salt[24] | commitment[32] | chunks`, and every chunk ends with its tag. */
export const saltSize = 24;
export const prefixSize = saltSize + 32;
/** Content bytes in a chunk; the last chunk always has fewer, possibly none. */
export const chunkSize = 16_384;
const tagSize = 16;
export const sealedChunkSize = chunkSize + tagSize;
const nonceSize = 12;
/** A nonce counts this many chunks: 4 PiB of content. */
const maxChunks = 2 ** 38;

const label = Buffer.from('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0');

/** These are not the bytes that were sealed under this key and context. */
export class BodyDamaged extends Error {
  override readonly name = 'BodyDamaged';
}

/** The keys of one body; `commitment` is stored unencrypted before the chunks and fixes key and context. */
export interface BodyKeys {
  key: KeyObject;
  baseNonce: Buffer;
  commitment: Buffer;
}

/** @param inputKey 32 uniformly random bytes @param salt 24 bytes, never twice under one input key @param context public, bound in */
export function bodyKeys(inputKey: Buffer, salt: Buffer, context: Buffer): BodyKeys {
  const output = hkdfExpandSha512(inputKey, Buffer.concat([label, salt, context]), 76);
  return {
    key: createSecretKey(output.subarray(0, 32)),
    baseNonce: output.subarray(32, 44),
    commitment: output.subarray(44),
  };
}

/** @throws BodyDamaged unless the body was sealed under these keys */
export function checkCommitment({ commitment }: BodyKeys, given: Buffer): void {
  if (given.length !== commitment.length || !timingSafeEqual(commitment, given))
    throw new BodyDamaged('another key or another place: the commitment differs');
}

/** Size of a body with this much content. */
export const bodySize = (content: number): number =>
  prefixSize + content + tagSize * (Math.floor(content / chunkSize) + 1);

/** Bytes of content in a body. @throws BodyDamaged for a size that no whole body has */
export function contentSize(body: number): number {
  const chunks = body - prefixSize;
  const last = chunks % sealedChunkSize;
  if (!(chunks >= tagSize && last >= tagSize)) throw new BodyDamaged(`no body is ${body} bytes long`);
  return Math.floor(chunks / sealedChunkSize) * chunkSize + last - tagSize;
}

/** Encrypts content in pieces of any size; returns each chunk as soon as it is complete. */
export class Sealer {
  #next = 0;
  #room = chunkSize;
  #cipher: CipherGCM;

  constructor(readonly keys: BodyKeys) {
    this.#cipher = this.#begin();
  }

  /** The sealed bytes that these make, in pieces as the cipher returns them; with those of every call before, and `final`'s, they are the chunks. */
  update(content: Uint8Array): Buffer[] {
    const sealed: Buffer[] = [];
    for (let from = 0; from < content.length;) {
      const taken = Math.min(this.#room, content.length - from);
      sealed.push(this.#cipher.update(content.subarray(from, from + taken)));
      from += taken;
      this.#room -= taken;
      if (this.#room > 0) continue;
      sealed.push(this.final());
      this.#cipher = this.#begin();
      this.#room = chunkSize;
    }
    return sealed;
  }

  /** The end of the last chunk. */
  final(): Buffer {
    this.#cipher.final();
    return this.#cipher.getAuthTag();
  }

  #begin(): CipherGCM {
    return createCipheriv('aes-256-gcm', this.keys.key, chunkNonce(this.keys.baseNonce, this.#next++));
  }
}

/** Decrypts chunks in pieces of any size; returns only authentic content. */
export class Opener {
  readonly #held = Buffer.allocUnsafe(sealedChunkSize);
  #filled = 0;
  #next: number;

  /** @param first the number of the first chunk that will come */
  constructor(
    readonly keys: BodyKeys,
    first = 0,
  ) {
    this.#next = first;
  }

  /** The content of every chunk that these complete. @throws BodyDamaged */
  update(sealed: Buffer): Buffer {
    const content = Buffer.allocUnsafe(Math.floor((this.#filled + sealed.length) / sealedChunkSize) * chunkSize);
    let to = 0;
    let from = 0;
    if (this.#filled > 0) {
      from = this.#hold(sealed);
      if (this.#filled < sealedChunkSize) return content;
      to += this.#open(this.#held).copy(content);
      this.#filled = 0;
    }
    for (; sealed.length - from >= sealedChunkSize; from += sealedChunkSize)
      to += this.#open(sealed.subarray(from, from + sealedChunkSize)).copy(content, to);
    this.#hold(sealed.subarray(from));
    return content;
  }

  /** The content of the last chunk, once all its bytes have come. @throws BodyDamaged, also where no body ends */
  final(): Buffer {
    return this.#open(this.#held.subarray(0, this.#filled));
  }

  /** Whether no chunk is incomplete. */
  get atBorder(): boolean {
    return this.#filled === 0;
  }

  #hold(sealed: Buffer): number {
    const taken = sealed.copy(this.#held, this.#filled);
    this.#filled += taken;
    return taken;
  }

  #open(sealed: Buffer): Buffer {
    const chunk = this.#next++;
    const size = sealed.length - tagSize;
    if (size < 0) throw new BodyDamaged('its end is missing');
    const decipher = createDecipheriv('aes-256-gcm', this.keys.key, chunkNonce(this.keys.baseNonce, chunk)).setAuthTag(
      sealed.subarray(size),
    );
    const content = decipher.update(sealed.subarray(0, size));
    try {
      decipher.final();
    } catch (cause) {
      throw new BodyDamaged(`its chunk ${chunk} is not what was sealed`, { cause });
    }
    return content;
  }
}

/** The base nonce, its last five bytes XORed with the chunk's number. */
function chunkNonce(baseNonce: Buffer, chunk: number): Buffer {
  if (chunk >= maxChunks) throw new RangeError('a body has at most 2^38 chunks');
  const nonce = Buffer.from(baseNonce);
  nonce[nonceSize - 5]! ^= Math.floor(chunk / 2 ** 32);
  nonce.writeUInt32BE((nonce.readUInt32BE(nonceSize - 4) ^ chunk) >>> 0, nonceSize - 4);
  return nonce;
}

/** HKDF-Expand (RFC 5869, section 2.3) alone: the input key is uniformly random already. */
function hkdfExpandSha512(key: Buffer, info: Buffer, length: number): Buffer {
  let block = Buffer.alloc(0);
  const blocks: Buffer[] = [];
  for (let counter = 1; blocks.length * 64 < length; counter++) {
    block = createHmac('sha512', key).update(block).update(info).update(Buffer.of(counter)).digest();
    blocks.push(block);
  }
  return Buffer.concat(blocks).subarray(0, length);
}
