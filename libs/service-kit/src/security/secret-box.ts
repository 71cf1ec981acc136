import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Null for a value of another key. */
function openedWith(key: KeyObject, stored: string): Buffer | null {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const content = decipher.update(bytes.subarray(ivBytes, -tagBytes));
  try {
    decipher.final();
  } catch {
    return null;
  }
  return content;
}

/** Encrypts secrets in a database: AES-256-GCM under a key that HKDF derives from a setting and a purpose. */
export class SecretBox {
  /** Node 24 takes twelve microseconds longer for bytes than for a key object: it first makes an error about each. */
  private readonly keys: [KeyObject, ...KeyObject[]];

  /** @param settings the first encrypts, all of them open; see `keysOf` @param purpose keeps one setting's keys apart */
  constructor([present, ...previous]: readonly [string, ...string[]], purpose: string) {
    const keyOf = (setting: string) => createSecretKey(new Uint8Array(hkdfSync('sha256', setting, '', purpose, 32)));
    this.keys = [keyOf(present), ...previous.map(keyOf)];
  }

  /** @returns base64 */
  sealed(content: Uint8Array): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0], iv);
    return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** @returns null when no key opens it: a previous key was removed too early */
  opened(stored: string): Buffer | null {
    for (const key of this.keys) {
      const content = openedWith(key, stored);
      if (content) return content;
    }
    return null;
  }

  /** Whether it is encrypted with the current key. */
  isPresent(stored: string): boolean {
    return openedWith(this.keys[0], stored) !== null;
  }
}
