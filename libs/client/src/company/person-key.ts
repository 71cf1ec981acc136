import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import type { Key } from '@tradepost/sealing/crypto/primitives';
import {
  createPersonKey,
  openPersonKey,
  verifyPersonKey,
  type PersonKey,
  type VerifiedPersonKey,
} from '@tradepost/sealing/keys/person-key';
import type { Caller } from '../api/api-client';
import { ownerOf } from '../keys/owner';
import type { PasswordKeys } from '../keys/passwords';

type Named = Pick<User, 'id' | 'email'>;

/**
 * Creates the person's key, to which companies seal theirs; in place of the former one, if there is one: then each company has to give its
 * keys again. @throws ApiError PASSWORD_WRONG
 */
export async function createOwnKey(
  client: Caller,
  person: Named,
  { kek, prove }: Pick<PasswordKeys, 'kek' | 'prove'>,
): Promise<VerifiedPersonKey> {
  const stored = await createPersonKey(ownerOf(person), kek);
  await client.send(routes.createPersonKey, { ...stored, password: await prove() });
  return verifyPersonKey(ownerOf(person), stored.key);
}

/**
 * Opens the person's key; null if there is none. Only an opened key is shown to compare: its password has proven that the server shows the
 * person's own. @throws SealingError VAULT_LOCKED, KEY_UNPROVEN, MALFORMED, UNSUPPORTED; ApiError
 */
export async function openOwnKey(client: Caller, person: Named, kek: Key): Promise<PersonKey | null> {
  const { key } = await client.send(routes.personKey, {});
  return key && openPersonKey(ownerOf(person), key, kek);
}
