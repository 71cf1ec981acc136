import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { verifyBundle, verifyContact, type Contact, type VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { SealingError } from '@tradepost/sealing/errors';

/** Keys of a person as the server sends them. `email`: absent where only the bundle names an address. */
export interface SentKeys {
  userId: string;
  email?: string;
  bundle: PublicBundle;
}

/** Keys that the server sends for a shown address. */
export type AddressedKeys = SentKeys & { email: string };

/** Verifies that the keys are of this user, and of the address where one is shown. @throws SealingError KEY_UNPROVEN, MALFORMED, UNSUPPORTED */
export async function verifyKeys({ userId, email, bundle }: SentKeys): Promise<VerifiedBundle> {
  // another spelling of a known address would pass as an unknown one
  if (bundle.address !== undefined && addressKey(bundle.address) !== bundle.address)
    throw new SealingError('KEY_UNPROVEN');
  return email === undefined ? verifyBundle(userId, bundle) : verifyAddressed({ userId, email, bundle });
}

/** Verifies that the keys are of this user and this address. @throws SealingError KEY_UNPROVEN, MALFORMED, UNSUPPORTED */
export const verifyAddressed = ({ userId, email, bundle }: AddressedKeys): Promise<Contact> =>
  verifyContact({ userId, address: addressKey(email) }, bundle);

/** The keys of someone who can receive files; null before they have stated their address with them. */
export const usableBundle = (bundle: PublicBundle | null): PublicBundle | null =>
  bundle?.address === undefined ? null : bundle;
