import type { PublicBundle } from '@tradepost/contracts/sealed';
import { fingerprint, verifyBundle, type VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { checkContact } from '../vault/vault';
import { useVaultStore } from '../vault/vault.store';
import { withRefusal } from './refusals';

/** A contact's verified keys, and how they compare with the pinned ones. */
export interface Contact {
  keys: VerifiedBundle;
  state: 'first' | 'same' | 'changed';
  /** 40 digits, for people to compare. */
  fingerprint: string;
  /** Of the pinned keys, when they have changed. */
  before?: string;
}

/** @param who name to show @throws Refusal when the keys cannot be verified; VaultClosed */
export async function findContact(userId: string, bundle: PublicBundle, who: string): Promise<Contact> {
  const keys = await withRefusal(
    `The keys that the server sent for ${who} are not verified, so they are not used. Please contact your administrator.`,
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

/** A contact's keys differ from the pinned ones: nothing is sealed or opened until the person confirms the new keys. */
export class KeyChanged extends Error {
  override readonly name = 'KeyChanged';

  constructor(
    readonly contact: Contact,
    who: string,
  ) {
    super(`${who}’s security number changed.`);
  }
}
