import { SealingError } from '../errors';
import { native } from './native';

/** Bytes backed by an `ArrayBuffer`, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function concat(...parts: Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Copies of consecutive parts of the given sizes. @throws SealingError MALFORMED unless the sizes add up to the length */
export function split(bytes: Uint8Array, ...sizes: number[]): Bytes[] {
  if (bytes.length !== sizes.reduce((total, size) => total + size, 0)) throw new SealingError('MALFORMED');
  let offset = 0;
  return sizes.map((size) => new Uint8Array(bytes.subarray(offset, (offset += size))));
}

/** Returns the bytes. @throws SealingError MALFORMED unless there are `size` of them */
export function exactly(bytes: Bytes, size: number): Bytes {
  if (bytes.length !== size) throw new SealingError('MALFORMED');
  return bytes;
}

/**
 * Returns the memory of bytes that nobody reads any more, if nothing else is in their buffer. Otherwise, and in engines without `transfer`, the
 * garbage collection does it: in V8 when up to 64 MB of buffers have come together.
 */
export function free({ buffer, length }: Bytes): void {
  if (length === buffer.byteLength) (buffer as { transfer?: (length: number) => ArrayBuffer }).transfer?.(0);
}

export const utf8 = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

export async function sha256(bytes: Uint8Array): Promise<Bytes> {
  if (native) {
    const hash = native.createHash('sha256');
    hash.update(bytes);
    return new Uint8Array(hash.digest());
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
}

/** Compares in constant time, for equal lengths. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a[index]! ^ b[index]!;
  return difference === 0;
}

/** A u16 length and the text in UTF-8. @throws SealingError MALFORMED if it is too long */
export function sized(text: string): Bytes {
  const bytes = utf8(text);
  if (bytes.length > 0xffff) throw new SealingError('MALFORMED');
  return concat(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes);
}

/** Big-endian, 4 bytes. @throws SealingError MALFORMED unless an unsigned 32-bit integer */
export function u32(value: number): Bytes {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new SealingError('MALFORMED');
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Big-endian, 8 bytes. @throws SealingError MALFORMED unless a safe integer of 0 or more */
export function u64(value: number): Bytes {
  if (!Number.isSafeInteger(value) || value < 0) throw new SealingError('MALFORMED');
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The inverse of `toHex`. White space is ignored. */
export const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.replaceAll(/\s/g, '').match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The 16 bytes of a UUID in canonical spelling (lower case, dashes). @throws SealingError MALFORMED for other spellings */
export function uuidBytes(uuid: string): Bytes {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) throw new SealingError('MALFORMED');
  return Uint8Array.from(uuid.replaceAll('-', '').match(/../g)!, (pair) => parseInt(pair, 16));
}

export const toUuid = (bytes: Uint8Array): string =>
  toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** RFC 4648 section 5, without padding. */
export const toBase64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The inverse of `toBase64url`. @throws SealingError MALFORMED for non-canonical spellings, or if there are not `length` bytes */
export function fromBase64url(text: string, length?: number): Bytes {
  if (typeof text !== 'string' || !/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1)
    throw new SealingError('MALFORMED');
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  if (toBase64url(bytes) !== text) throw new SealingError('MALFORMED');
  return length === undefined ? bytes : exactly(bytes, length);
}
