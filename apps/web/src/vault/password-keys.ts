import { sameAddress } from '@tradepost/contracts/values/address';
import type { AccountKeys } from './password/password';

/** The keys of the password that was just typed, until the vault is open. In memory only: a reload forgets them. */
let passwordKeys: AccountKeys | null = null;

export function rememberPasswordKeys(keys: AccountKeys) {
  passwordKeys = keys;
}

export const passwordKeysOf = (email: string): AccountKeys | null =>
  passwordKeys && sameAddress(passwordKeys.email, email) ? passwordKeys : null;

export function forgetPasswordKeys() {
  passwordKeys = null;
}
