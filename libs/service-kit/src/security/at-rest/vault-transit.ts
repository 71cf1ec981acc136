import { KeyProvider, KeyUnavailable, WrappedKeyDamaged } from './key-provider';

export const vaultKind = 'vault';
const answerWithinMs = 10_000;

export interface VaultOptions {
  /** Of the key, as Vault's own API names it: `https://vault:8200/v1/transit/keys/tradepost`. */
  url: string;
  /** May encrypt, decrypt and rewrap with that key; absent if an agent in between adds one. */
  token?: string | undefined;
}

interface Answer {
  data?: { ciphertext?: string; plaintext?: string };
  errors?: string[];
}

/** A key that never leaves HashiCorp Vault's transit engine, or OpenBao's: the stored form is Vault's own `vault:v<version>:<base64>`. */
export class VaultTransit extends KeyProvider {
  readonly #mount: string;
  readonly #key: string;
  readonly #headers: Record<string, string>;

  constructor({ url, token }: VaultOptions) {
    super();
    const [, mount, key] = /^(https?:\/\/.+\/v1\/.+)\/keys\/([^/]+)$/.exec(url) ?? [];
    if (!mount || !key) throw new TypeError('not the URL of a transit key');
    this.#mount = mount;
    this.#key = key;
    this.#headers = {
      'content-type': 'application/json',
      'x-vault-request': 'true',
      ...(token && { 'x-vault-token': token }),
    };
  }

  /** Checks that Vault is unsealed; a standby that forwards calls is fine. */
  async ready(): Promise<void> {
    const { status } = await this.#fetch(
      `${new URL(this.#mount).origin}/v1/sys/health?standbyok=true&perfstandbyok=true`,
    );
    if (status !== 200) throw new KeyUnavailable(`Vault answered ${status}`);
  }

  async wrap(dataKey: Buffer): Promise<string> {
    return ciphertextIn(await this.#call('encrypt', { plaintext: dataKey.toString('base64') }));
  }

  async unwrap(wrapped: string): Promise<Buffer> {
    versionOf(wrapped);
    const { plaintext } = await this.#call('decrypt', { ciphertext: wrapped });
    const dataKey = Buffer.from(plaintext ?? '', 'base64');
    if (dataKey.length !== 32) throw new KeyUnavailable('Vault answered no data key');
    return dataKey;
  }

  /** Vault rewraps the key; the plain data key never leaves it. */
  async rewrap(wrapped: string): Promise<string | null> {
    const version = versionOf(wrapped);
    const rewrapped = ciphertextIn(await this.#call('rewrap', { ciphertext: wrapped }));
    return versionOf(rewrapped) === version ? null : rewrapped;
  }

  async #call(
    verb: 'encrypt' | 'decrypt' | 'rewrap',
    body: Record<string, string>,
  ): Promise<NonNullable<Answer['data']>> {
    const response = await this.#fetch(`${this.#mount}/${verb}/${this.#key}`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
    });
    const { data, errors } = (await response.json().catch(() => ({ errors: ['no JSON'] }))) as Answer;
    if (!response.ok || !data)
      throw new KeyUnavailable(`Vault refused to ${verb}: ${response.status} ${errors?.join(', ') ?? ''}`.trimEnd());
    return data;
  }

  #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    return fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerWithinMs) }).catch(
      (cause: unknown) => {
        throw new KeyUnavailable('Vault does not answer', { cause });
      },
    );
  }
}

function ciphertextIn({ ciphertext = '' }: NonNullable<Answer['data']>): string {
  versionOf(ciphertext);
  return ciphertext;
}

function versionOf(wrapped: string): string {
  const version = /^vault:(v\d+):/.exec(wrapped)?.[1];
  if (!version) throw new WrappedKeyDamaged('no data key of Vault');
  return version;
}
