import type { ContactKeys } from '@tradepost/contracts/encryption/sealed';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import type { Caller } from '../api/api-client';
import { usableBundle, verifyAddressed } from './verified-keys';

/** A partner, with verified keys of the address. */
export interface Partner extends Omit<ContactKeys, 'bundle'> {
  /** Null before the partner has any, and if the server's are not verified. */
  keys: Contact | null;
  /** The keys of the server failed verification. */
  unproven: boolean;
}

/** The partners and their keys, as the server has them now; not compared with the known ones. @throws ApiError */
export async function listPartners(client: Caller): Promise<Partner[]> {
  return Promise.all((await client.send(routes.contactKeys, {})).map(verified));
}

async function verified({ bundle, ...partner }: ContactKeys): Promise<Partner> {
  const usable = usableBundle(bundle);
  if (!usable) return { ...partner, keys: null, unproven: false };
  try {
    return { ...partner, keys: await verifyAddressed({ ...partner, bundle: usable }), unproven: false };
  } catch (error) {
    if (error instanceof SealingError) return { ...partner, keys: null, unproven: true };
    throw error;
  }
}
