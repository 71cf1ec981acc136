import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import {
  isContact,
  verifyBundle,
  verifyContact,
  type Contact,
  type VerifiedBundle,
} from '@tradepost/sealing/keys/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import type { Caller } from '../api/api-client';
import { Refused } from '../refused';

/** Keys of a person as the server sends them. `email`: absent where only the bundle names an address. */
export interface SentKeys {
  userId: string;
  email?: string;
  bundle: PublicBundle;
  /** The contact as a person knows it: the email address, or the name of the company. */
  who?: string;
}

/** Keys that the server sends for a shown address. */
export type AddressedKeys = SentKeys & { email: string };

/** Verifies that the keys are of this user, and of the address where one is shown. @throws SealingError KEY_UNPROVEN, MALFORMED, UNSUPPORTED */
export async function verifyKeys({ userId, email, bundle }: SentKeys): Promise<VerifiedBundle> {
  requireTexts(email === undefined ? '' : email, bundle.address === undefined ? '' : bundle.address);
  // another spelling of a known address would pass as an unknown one
  if (bundle.address !== undefined && addressKey(bundle.address) !== bundle.address)
    throw new SealingError('KEY_UNPROVEN');
  return email === undefined ? verifyBundle(userId, bundle) : verifyAddressed({ userId, email, bundle });
}

/** @throws SealingError MALFORMED */
export function requireTexts(...texts: unknown[]): void {
  if (texts.some((text) => typeof text !== 'string')) throw new SealingError('MALFORMED');
}

/** Verifies that the keys are of this user and this address. @throws SealingError KEY_UNPROVEN, MALFORMED, UNSUPPORTED */
export const verifyAddressed = ({ userId, email, bundle }: AddressedKeys): Promise<Contact> =>
  verifyContact({ userId, address: addressKey(email) }, bundle);

/** Keys that state their owner's address; others cannot get or request files. @throws Refused */
export function statedKeys(keys: VerifiedBundle, who: string): Contact {
  if (!isContact(keys)) throw new Refused('KEY_UNPROVEN', 'contact-keys', who);
  return keys;
}

/** The keys of someone who can receive files; null before they have stated their address with them. */
export const usableBundle = (bundle: PublicBundle | null): PublicBundle | null =>
  typeof bundle?.address === 'string' ? bundle : null;

/** A partner's verified keys, as the server has them now; null before there are any. @throws as `verifyAddressed` */
export async function listedContact(client: Caller, email: string): Promise<Contact | null> {
  const address = addressKey(email);
  const partners = await client.send(routes.contactKeys, {});
  requireTexts(...partners.map((one) => one.email));
  const listed = partners.find((one) => addressKey(one.email) === address);
  const bundle = usableBundle(listed?.bundle ?? null);
  return listed && bundle ? verifyAddressed({ ...listed, email, bundle }) : null;
}
