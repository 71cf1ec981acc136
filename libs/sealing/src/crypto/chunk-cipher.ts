import { free, type Bytes } from './bytes';
import { native } from './native';
import { SealingError } from '../errors';
import { aesKey, tagSize } from './primitives';

/** AES-256-GCM without AAD: `ciphertext | tag[16]`. */
export interface ChunkCipher {
  seal: (nonce: Bytes, content: Bytes) => Promise<Bytes>;
  /** @throws SealingError TAMPERED */
  open: (nonce: Bytes, sealed: Bytes) => Promise<Bytes>;
}

/** @param raw 32 bytes */
export async function chunkCipher(raw: Bytes): Promise<ChunkCipher> {
  if (native) return nativeCipher(native, raw);
  const key = await aesKey(raw, ['encrypt', 'decrypt']);
  const { subtle } = crypto;
  return {
    seal: (iv, content) => subtle.encrypt({ name: 'AES-GCM', iv }, key, content).then(bytesOf),
    open: (iv, sealed) => subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed).then(bytesOf, refuse),
  };
}

const bytesOf = (buffer: ArrayBuffer): Bytes => new Uint8Array(buffer);

function refuse(error: Error): never {
  throw error.name === 'OperationError' ? new SealingError('TAMPERED') : error;
}

const nativeCipher = (node: NonNullable<typeof native>, key: Bytes): ChunkCipher => ({
  async seal(nonce, content) {
    const cipher = node.createCipheriv('aes-256-gcm', key, nonce);
    const sealed = new Uint8Array(content.length + tagSize);
    const text = cipher.update(content);
    sealed.set(text);
    free(text);
    cipher.final();
    sealed.set(cipher.getAuthTag(), content.length);
    return sealed;
  },
  async open(nonce, sealed) {
    const decipher = node.createDecipheriv('aes-256-gcm', key, nonce);
    const end = sealed.length - tagSize;
    decipher.setAuthTag(sealed.subarray(end));
    const content = decipher.update(sealed.subarray(0, end));
    try {
      decipher.final();
    } catch {
      throw new SealingError('TAMPERED');
    }
    return new Uint8Array(content.buffer, content.byteOffset, content.length);
  },
});
