import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import type { Key } from '@tradepost/sealing/crypto/primitives';
import { SealingError } from '@tradepost/sealing/errors';
import {
  createPersonKey,
  openPersonKey,
  rewrapPersonKey,
  verifyPersonKey,
  type PasskeyOfPerson,
  type PersonKey,
  type PersonUnlock,
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
 * As `createOwnKey`, for a person who signs in with their company and has no password. Call it once the recovery key is saved: it alone opens the key
 * until passkeys do. @throws ApiError PASSWORD_SIGN_IN_REQUIRED
 */
export async function createOwnKeyWithoutPassword(client: Caller, person: Named, recovery: Key): Promise<void> {
  const { key, wrap } = await createPersonKey(ownerOf(person), recovery, 'recovery');
  await client.send(routes.createSsoPersonKey, { key, wrap });
}

/**
 * Lets a passkey open the person's key, too. @param opened what opens it now @throws SealingError as `openOwnKey`; ApiError KEYS_STALE, PASSKEYS_FULL
 */
export async function addPasskeyToOwnKey(
  client: Caller,
  person: Named,
  opened: PersonUnlock,
  passkey: PasskeyOfPerson,
): Promise<void> {
  const { key: stored } = await client.send(routes.personKey, {});
  if (!stored) throw new SealingError('VAULT_LOCKED');
  const wrap = await rewrapPersonKey(ownerOf(person), stored, opened, passkey);
  await client.send(routes.addPersonKeyPasskey, { id: passkey.id, hpkePublic: stored.key.hpkePublic, wrap });
}

/**
 * Opens the person's key; null if there is none. Only an opened key is shown to compare: its password has proven that the server shows the
 * person's own. @throws SealingError VAULT_LOCKED, KEY_UNPROVEN, MALFORMED, UNSUPPORTED; ApiError
 */
export async function openOwnKey(client: Caller, person: Named, unlock: PersonUnlock): Promise<PersonKey | null> {
  const { key } = await client.send(routes.personKey, {});
  return key && openPersonKey(ownerOf(person), key, unlock);
}
