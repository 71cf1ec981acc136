import type { User } from '@tradepost/contracts/identity';
import { routes, type RouteOut } from '@tradepost/contracts/routes';
import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { SealingError } from '@tradepost/sealing/errors';
import { recoveryKek } from '@tradepost/sealing/keys/recovery';
import { openVault, rewrapVault, type SealedVault, type Unlock } from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import type { OwnKeys } from './keys';
import { ownerOf } from './owner';
import { refusal, rewrapped, rewrappedPersonKey, type NewPasswordKeys, type PasswordKeys } from './passwords';

/** The keys that the server has now. */
export interface CurrentKeys {
  epoch: number;
  keys: StoredKeys;
}

/** A vault that the password does not open means that the password is wrong. @throws ApiError PASSWORD_WRONG of the field `password` */
export async function orWrongPassword<T>(open: Promise<T>): Promise<T> {
  try {
    return await open;
  } catch (error) {
    throw error instanceof SealingError && error.problem === 'VAULT_LOCKED'
      ? refusal('PASSWORD_WRONG', 'password')
      : error;
  }
}

/**
 * Opens the vault with the recovery key and wraps its key for the current password.
 * @param recovery from `unlockByRecovery`
 * @throws SealingError VAULT_LOCKED for another recovery key; ApiError PASSWORD_WRONG
 */
export async function recoverKeys(
  client: Caller,
  userId: string,
  { epoch, keys }: CurrentKeys,
  recovery: Unlock,
  { kek, prove }: Pick<PasswordKeys, 'kek' | 'prove'>,
): Promise<OwnKeys> {
  const vault = await openVault(userId, keys.vault, keys.bundle, recovery);
  const sealed = await rewrapVault(userId, keys.vault, recovery, { kind: 'password', kek });
  const wrap = sealed.wraps.password;
  await client.send(routes.rewrapVault, { epoch, kind: 'password', wrap, password: await prove() });
  return { vault, keys: { ...keys, vault: sealed } };
}

/** The vault under a new recovery key as well. @throws ApiError PASSWORD_WRONG */
export const withRecovery = async (
  userId: string,
  vault: SealedVault,
  { kek }: Pick<PasswordKeys, 'kek'>,
  code: string,
): Promise<SealedVault> =>
  orWrongPassword(
    rewrapVault(userId, vault, { kind: 'password', kek }, { kind: 'recovery', kek: await recoveryKek(code) }),
  );

/** Replaces the recovery key. Call it once its owner has saved the new one. @throws ApiError PASSWORD_WRONG, KEYS_STALE */
export async function replaceRecovery(
  client: Caller,
  userId: string,
  { epoch, keys }: CurrentKeys,
  password: Pick<PasswordKeys, 'kek' | 'prove'>,
  code: string,
): Promise<StoredKeys> {
  const vault = await withRecovery(userId, keys.vault, password, code);
  const wrap = vault.wraps.recovery;
  await client.send(routes.rewrapVault, { epoch, kind: 'recovery', wrap, password: await password.prove() });
  return { ...keys, vault };
}

/**
 * Changes the password of the account, of its vault and of the person's key, if there are any. A locked one stays locked.
 * @throws ApiError PASSWORD_WRONG, KEYS_STALE
 */
export async function changePassword(
  client: Caller,
  person: Pick<User, 'id' | 'email'>,
  { epoch, keys }: { epoch: number; keys: StoredKeys | null },
  now: Pick<PasswordKeys, 'kek' | 'prove'>,
  next: Pick<NewPasswordKeys, 'kek' | 'record'>,
): Promise<{ answer: RouteOut<typeof routes.changePassword>; keys: StoredKeys | null }> {
  const wrap = keys && (await rewrapped(person.id, keys, now.kek, next.kek));
  const { key } = await client.send(routes.personKey, {});
  const answer = await client.send(routes.changePassword, {
    current: await now.prove(),
    password: next.record,
    ...(await rewrappedPersonKey(ownerOf(person), key, now.kek, next.kek)),
    ...(wrap !== null && { epoch, wrap }),
  });
  if (!keys || wrap === null) return { answer, keys };
  return { answer, keys: { ...keys, vault: { ...keys.vault, wraps: { ...keys.vault.wraps, password: wrap } } } };
}
