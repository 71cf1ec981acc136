/** The part of `node:crypto` that is used here. */
interface NodeCrypto {
  createHash(name: string): { update(bytes: Uint8Array): unknown; digest(): Uint8Array };
  getFips(): number;
  createHmac(name: string, key: Uint8Array): { update(bytes: Uint8Array): { digest(): Uint8Array } };
  hkdfSync(name: string, input: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): ArrayBuffer;
  createCipheriv(name: 'aes-256-gcm', key: Uint8Array, nonce: Uint8Array): Cipher & { getAuthTag(): Uint8Array };
  createDecipheriv(
    name: 'aes-256-gcm',
    key: Uint8Array,
    nonce: Uint8Array,
  ): Cipher & { setAuthTag(tag: Uint8Array): unknown };
}

interface Cipher {
  update(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  final(): Uint8Array;
}

/** A module of Node; undefined in browsers. */
export const builtin = (name: string): unknown =>
  (globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }).process?.getBuiltinModule?.(name);

/**
 * Node's own ciphers and hashes, which work in this thread: a call of WebCrypto there changes threads, which costs many times the
 * work on a key or on a chunk. Undefined in browsers.
 */
export const native = builtin('node:crypto') as NodeCrypto | undefined;
