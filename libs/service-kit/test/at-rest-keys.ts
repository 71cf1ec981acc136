import { Readable } from 'node:stream';
import { KeyRing } from '../src/security/at-rest/key-ring';

export const [oldKey, newKey] = ['the old key, at least 32 characters', 'the new key, at least 32 characters'];
export const before = new KeyRing([oldKey]);
export const after = new KeyRing([newKey, oldKey]);

export const of = (bytes: Uint8Array) => Readable.from([bytes]);
