import type { PasswordKeys } from '@tradepost/sealing/password';

interface HeldKeys extends PasswordKeys {
  email: string;
}

/** The keys of the password somebody has just typed, until the vault is open; in memory only, gone with a reload. */
let held: HeldKeys | null = null;

export function holdKeys(keys: HeldKeys) {
  held = keys;
}

export const heldKeysOf = (email: string): HeldKeys | null => (held?.email.toLowerCase() === email.toLowerCase() ? held : null);

export function dropKeys() {
  held = null;
}
