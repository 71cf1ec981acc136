import type { AccountKeys } from './password';

/** The keys of the password somebody has just typed, until the vault is open; in memory only, gone with a reload. */
let held: AccountKeys | null = null;

export function holdKeys(keys: AccountKeys) {
  held = keys;
}

export const heldKeysOf = (email: string): AccountKeys | null =>
  held?.email.toLowerCase() === email.toLowerCase() ? held : null;

export function dropKeys() {
  held = null;
}
