import type { PersonUnlock } from '@tradepost/sealing/keys/person-key';

interface Opened {
  userId: string;
  unlock: PersonUnlock;
}

/** What has just opened the key of a person without a password. In memory only: a reload forgets it. */
let opened: Opened | null = null;

export function rememberOwnUnlock(given: Opened) {
  opened = given;
}

export const ownUnlockOf = (userId: string): PersonUnlock | null => (opened?.userId === userId ? opened.unlock : null);

export function forgetOwnUnlock() {
  opened = null;
}
