import type { Key } from '@tradepost/sealing/crypto/primitives';

/** What opens the vault after a sign-in by a passkey. */
export interface PasskeyUnlock {
  userId: string;
  epoch: number;
  wrap: string;
  kek: Key;
}

/** Of the passkey that has just signed in, until the vault is open. In memory only: a reload forgets it. */
let unlock: PasskeyUnlock | null = null;

export function rememberPasskeyUnlock(given: PasskeyUnlock) {
  unlock = given;
}

export const passkeyUnlockOf = (userId: string, epoch: number): PasskeyUnlock | null =>
  unlock?.userId === userId && unlock.epoch === epoch ? unlock : null;

export function forgetPasskeyUnlock() {
  unlock = null;
}
