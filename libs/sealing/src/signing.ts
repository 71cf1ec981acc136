import type { Bytes } from './bytes';
import type { Key } from './primitives';

const ecdsa = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** ECDSA P-256 with SHA-256 over `message`; 64 bytes, `r | s`. */
export async function sign(key: Key, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign(ecdsa, key, message));
}

/** Whether `signature` (64 bytes, `r | s`) is the key's over `message`. */
export const verify = (key: Key, signature: Bytes, message: Bytes): Promise<boolean> =>
  crypto.subtle.verify(ecdsa, key, signature, message);
