import type { PublicBundle } from '@tradepost/contracts/sealed';
import { fingerprint, verifyBundle, type VerifiedBundle } from '@tradepost/sealing/bundle';
import { fromBase64url } from '@tradepost/sealing/bytes';
import { checkContact } from '../vault/vault';
import { useVaultStore } from '../vault/vault.store';
import { refuse } from './refusals';

/** A contact's keys, proven to be theirs, and how they compare with those seen before. */
export interface Contact {
  keys: VerifiedBundle;
  state: 'first' | 'same' | 'changed';
  /** 40 digits, for people to compare. */
  fingerprint: string;
  /** Of the keys seen before, when they have changed. */
  before?: string;
}

/** @param who as people know them @throws Refusal when the keys are not proven to be theirs; VaultClosed */
export async function findContact(userId: string, bundle: PublicBundle, who: string): Promise<Contact> {
  const keys = await refuse(
    `The keys the server gave for ${who} are not proven to be theirs, so they are not used. Please tell your administrator.`,
    () => verifyBundle(userId, bundle),
  );
  const state = await checkContact(keys);
  const seen = useVaultStore.getState().pins?.keys[userId];
  return {
    keys,
    state,
    fingerprint: fingerprint(keys),
    ...(state === 'changed' && seen && { before: fingerprint({ keyId: fromBase64url(seen, 32) }) }),
  };
}

/** A contact's keys are not those seen before: nothing is sealed for them, or opened from them, until the person has confirmed it. */
export class KeyChanged extends Error {
  override readonly name = 'KeyChanged';

  constructor(
    readonly contact: Contact,
    who: string,
  ) {
    super(`The key of ${who} has changed.`);
  }
}
