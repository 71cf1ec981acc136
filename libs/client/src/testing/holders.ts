import { createPersonKey, openPersonKey, type PersonKey } from '@tradepost/sealing/keys/person-key';
import type { ActingMember } from '../company/company-keyring';
import { testKek } from './people';
import type { RecoveryServer } from './recovery-server';

/** A member with a key that the server of the company knows. */
export async function personOf(
  { keys, companyId }: RecoveryServer,
  name: string,
): Promise<{ acting: ActingMember; key: PersonKey }> {
  const acting = { id: crypto.randomUUID(), email: `${name}@example.org`, companyId };
  const owner = { userId: acting.id, address: acting.email };
  const stored = await createPersonKey(owner, await testKek());
  keys.set(acting.id, stored);
  return { acting, key: await openPersonKey(owner, stored, { kek: await testKek() }) };
}
