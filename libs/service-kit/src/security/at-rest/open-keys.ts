import { string } from 'yup';
import { previousKeys } from '../keys';
import { KeyProvider, KeyUnavailable, WrappedKeyDamaged } from './key-provider';
import { KeyRing, ringKind } from './key-ring';
import { vaultKind, VaultTransit } from './vault-transit';

/** The settings of the key provider; all absent in an app that opens no object. */
export const atRestSettings = {
  AT_REST_KEY: string().min(32),
  AT_REST_KEY_PREVIOUS: previousKeys(string().min(32)),
  /** URL of a key of Vault's transit engine, `https://vault:8200/v1/transit/keys/tradepost`; has priority over `AT_REST_KEY`. */
  AT_REST_VAULT_URL: string().matches(/^https?:\/\/.+\/v1\/.+\/keys\/[^/]+$/),
  AT_REST_VAULT_TOKEN: string(),
};

export interface AtRestConfig {
  AT_REST_KEY?: string | undefined;
  AT_REST_KEY_PREVIOUS?: string[];
  AT_REST_VAULT_URL?: string | undefined;
  AT_REST_VAULT_TOKEN?: string | undefined;
}

/** Vault if it is set, else the key ring. The other provider still unwraps while its settings are present. @returns null if none is set */
export function openKeys({
  AT_REST_KEY,
  AT_REST_KEY_PREVIOUS = [],
  AT_REST_VAULT_URL,
  AT_REST_VAULT_TOKEN,
}: AtRestConfig): KeyProvider | null {
  const [first, ...others] = [...(AT_REST_KEY ? [AT_REST_KEY] : []), ...AT_REST_KEY_PREVIOUS];
  const ring = first === undefined ? null : new KeyRing([first, ...others]);
  if (!AT_REST_VAULT_URL) return AT_REST_KEY ? ring : null;
  const vault = new VaultTransit({ url: AT_REST_VAULT_URL, token: AT_REST_VAULT_TOKEN });
  return ring ? new MovingKeys(vaultKind, { [vaultKind]: vault, [ringKind]: ring }) : vault;
}

/** During a move to another provider: the current one wraps, each unwraps its own keys. */
class MovingKeys extends KeyProvider {
  readonly #present: KeyProvider;

  constructor(
    readonly kind: string,
    readonly providers: Record<string, KeyProvider>,
  ) {
    super();
    this.#present = providers[kind]!;
  }

  ready(): Promise<void> {
    return this.#present.ready();
  }

  wrap(dataKey: Buffer): Promise<string> {
    return this.#present.wrap(dataKey);
  }

  async unwrap(wrapped: string): Promise<Buffer> {
    const kind = wrapped.split(':', 1)[0] as string;
    const provider = this.providers[kind];
    if (!provider) throw new WrappedKeyDamaged(`no provider of data keys is called ${kind}`);
    return provider.unwrap(wrapped);
  }

  async rewrap(wrapped: string): Promise<string | null> {
    return wrapped.startsWith(`${this.kind}:`) ? this.#present.rewrap(wrapped) : this.wrap(await this.unwrap(wrapped));
  }
}

/** For an app that opens no object: it may list, stat and remove. */
export class NoKeys extends KeyProvider {
  ready(): Promise<void> {
    return this.#refuse();
  }

  wrap(): Promise<string> {
    return this.#refuse();
  }

  unwrap(): Promise<Buffer> {
    return this.#refuse();
  }

  rewrap(): Promise<string | null> {
    return this.#refuse();
  }

  async #refuse(): Promise<never> {
    throw new KeyUnavailable('this app has neither AT_REST_KEY nor AT_REST_VAULT_URL');
  }
}
