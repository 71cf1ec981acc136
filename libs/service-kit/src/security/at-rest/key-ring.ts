import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { KeyProvider, KeyUnavailable, WrappedKeyDamaged } from './key-provider';

export const ringKind = 'ring';
const nonceSize = 12;
const tagSize = 16;

interface RingKey {
  /** Public: identifies the key that wraps a data key. */
  id: string;
  key: Uint8Array;
}

const derived = (secret: string, purpose: string, length: number) =>
  new Uint8Array(hkdfSync('sha256', secret, '', `tradepost at rest ${purpose}`, length));

const ringKey = (secret: string): RingKey => ({
  id: Buffer.from(derived(secret, 'id', 12)).toString('base64url'),
  key: derived(secret, 'key', 32),
});

/** Keys from the settings: `ring:<id>:<base64url of nonce[12] | AES-256-GCM ciphertext[32] | tag[16]>`, the id as AAD. */
export class KeyRing extends KeyProvider {
  readonly #present: RingKey;
  readonly #keys: Map<string, RingKey>;

  /** @param secrets at least 32 characters each; the first wraps, all unwrap */
  constructor(secrets: readonly [string, ...string[]]) {
    super();
    const [present, ...previous] = secrets;
    this.#present = ringKey(present);
    this.#keys = new Map([...previous.map(ringKey), this.#present].map((key) => [key.id, key]));
  }

  async ready(): Promise<void> {
    // they are here
  }

  async wrap(dataKey: Buffer): Promise<string> {
    const { id, key } = this.#present;
    const nonce = randomBytes(nonceSize);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
    const sealed = Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
    return `${ringKind}:${id}:${sealed.toString('base64url')}`;
  }

  async unwrap(wrapped: string): Promise<Buffer> {
    const [kind, id = '', text = ''] = wrapped.split(':');
    if (kind !== ringKind) throw new WrappedKeyDamaged('no data key of the key ring');
    const { key } = this.#keys.get(id) ?? {};
    if (!key)
      throw new KeyUnavailable(`a data key is under the key ${id}, which is none of AT_REST_KEY, AT_REST_KEY_PREVIOUS`);
    const sealed = Buffer.from(text, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceSize), { authTagLength: tagSize })
        .setAAD(Buffer.from(id))
        .setAuthTag(sealed.subarray(-tagSize));
      return Buffer.concat([decipher.update(sealed.subarray(nonceSize, -tagSize)), decipher.final()]);
    } catch (cause) {
      throw new WrappedKeyDamaged('a data key is not what was wrapped', { cause });
    }
  }

  async rewrap(wrapped: string): Promise<string | null> {
    return wrapped.startsWith(`${ringKind}:${this.#present.id}:`) ? null : this.wrap(await this.unwrap(wrapped));
  }
}
