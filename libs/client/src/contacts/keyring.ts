import type { Vault } from '@tradepost/sealing/keys/vault';
import type { Contacts } from './contacts';

/** An open vault and its known contacts. */
export interface Keyring {
  vault: Vault;
  contacts: Contacts;
}

/** An open keyring, or a function that opens it. It is called only if something is sealed. */
export type Keys = Keyring | (() => Promise<Keyring>);

export const keyringOf = async (keys: Keys): Promise<Keyring> => (typeof keys === 'function' ? keys() : keys);
