import { sameAddress } from '@tradepost/contracts/values/address';
import type { AccountKeys } from './password/password';

/** What opens the vault and proves the password to the server. */
export type TypedPassword = Pick<AccountKeys, 'email' | 'kek' | 'prove'>;

/** The keys of the password that was just typed, until the vault is open. In memory only: a reload forgets them. */
let passwordKeys: TypedPassword | null = null;

export function rememberPasswordKeys(keys: TypedPassword) {
  passwordKeys = keys;
}

export const passwordKeysOf = (email: string): TypedPassword | null =>
  passwordKeys && sameAddress(passwordKeys.email, email) ? passwordKeys : null;

export function forgetPasswordKeys() {
  passwordKeys = null;
}
