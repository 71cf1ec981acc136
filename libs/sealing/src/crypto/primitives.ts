import { concat, randomBytes, type Bytes } from './bytes';
import { SealingError, type SealingProblem } from '../errors';
import { native } from './native';

/** A WebCrypto key, in the type of the current platform (browser or Node). */
export type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
export type KeyPair = { publicKey: Key; privateKey: Key };

/** Sizes of AES-256-GCM, in bytes (NIST SP 800-38D). */
export const nonceSize = 12;
export const tagSize = 16;
/** Of HPKE's `enc`. */
export const hpkeEncSize = 65;
/** Of a key of 32 bytes that HPKE has sealed: `enc[65] | ciphertext[32] | tag[16]`. It is not in `hpke.ts`, because who only reads layouts must not load the library. */
export const sealedKeySize = hpkeEncSize + 32 + tagSize;

/** HKDF (RFC 5869) with SHA-256, extract and expand. @param length bytes */
export async function hkdfSha256(
  input: Uint8Array,
  info: Uint8Array,
  length = 32,
  salt: Uint8Array = new Uint8Array(),
): Promise<Bytes> {
  if (native) return new Uint8Array(native.hkdfSync('sha256', input, salt, info, length));
  const key = await crypto.subtle.importKey('raw', new Uint8Array(input), 'HKDF', false, ['deriveBits']);
  return new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) },
      key,
      length * 8,
    ),
  );
}

/** HKDF-Expand (RFC 5869 section 2.3) with SHA-512, without the extract step, which WebCrypto cannot skip. @param length bytes */
export async function hkdfExpandSha512(prk: Uint8Array, info: Uint8Array, length: number): Promise<Bytes> {
  const hmac = await hmacSha512(prk);
  let block: Bytes = new Uint8Array();
  let output: Bytes = new Uint8Array();
  for (let counter = 1; output.length < length; counter++) {
    block = await hmac(concat(block, info, Uint8Array.of(counter)));
    output = concat(output, block);
  }
  return output.slice(0, length);
}

async function hmacSha512(key: Uint8Array): Promise<(bytes: Bytes) => Promise<Bytes>> {
  if (native) return async (bytes) => new Uint8Array(native!.createHmac('sha512', key).update(bytes).digest());
  const algorithm = { name: 'HMAC', hash: 'SHA-512' };
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign']);
  return async (bytes) => new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes));
}

/** Imports a non-extractable AES-GCM key. */
export const aesKey = (raw: Bytes, usages: ('encrypt' | 'decrypt' | 'wrapKey' | 'unwrapKey')[]): Promise<Key> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, usages);

/** Encrypts: `nonce[12] | AES-256-GCM ciphertext | tag[16]`, with a random nonce. */
export async function sealUnder(key: Key, plaintext: Bytes, aad: Bytes): Promise<Bytes> {
  const nonce = randomBytes(nonceSize);
  return concat(
    nonce,
    new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: aad }, key, plaintext)),
  );
}

/** Decrypts the output of `sealUnder`. @throws SealingError `problem` if it is not authentic */
export async function openUnder(key: Key, sealed: Uint8Array, aad: Bytes, problem: SealingProblem): Promise<Bytes> {
  const { nonce, ciphertext } = parts(sealed);
  return withProblem(
    problem,
    async () =>
      new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: aad }, key, ciphertext)),
  );
}

/** Splits the output of `sealUnder`. @throws SealingError MALFORMED if it is too short */
export function parts(sealed: Uint8Array): { nonce: Bytes; ciphertext: Bytes } {
  if (sealed.length < nonceSize + tagSize) throw new SealingError('MALFORMED');
  return {
    nonce: new Uint8Array(sealed.subarray(0, nonceSize)),
    ciphertext: new Uint8Array(sealed.subarray(nonceSize)),
  };
}

/** Runs an authenticated operation and replaces WebCrypto's `OperationError` by `problem`. */
export async function withProblem<T>(problem: SealingProblem, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if ((error as Error).name === 'OperationError') throw new SealingError(problem);
    throw error;
  }
}
