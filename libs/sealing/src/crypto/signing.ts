import type { Bytes } from './bytes';
import type { Key } from './primitives';

const ecdsa = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Signs with ECDSA P-256 and SHA-256 (FIPS 186-5). @returns 64 bytes, `r | s` */
export async function sign(key: Key, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign(ecdsa, key, message));
}

/** Verifies a signature (64 bytes, `r | s`) over `message`. */
export const verify = (key: Key, signature: Bytes, message: Bytes): Promise<boolean> =>
  crypto.subtle.verify(ecdsa, key, signature, message);
