import { permits } from '@tradepost/contracts/roles';
import { routes, type RouteIn, type RouteOut } from '@tradepost/contracts/routes';
import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import type { User } from '@tradepost/contracts/identity';
import { newSealingKey, programKek } from '@tradepost/sealing/keys/program-key';
import { recoveryKek } from '@tradepost/sealing/keys/recovery';
import {
  createVault,
  openVault,
  wrapFor,
  type SealedVault,
  type Unlock,
  type Vault,
} from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import { ownerOf } from './owner';
import type { PasswordKeys } from './passwords';
import { stateAddress } from '../contacts/stated-keys';

/** Opens the signed-in user's vault; null if there is none yet. @throws SealingError VAULT_LOCKED, TAMPERED; ApiError */
export async function openKeys(
  client: Caller,
  { id, email }: Pick<User, 'id' | 'email'>,
  unlock: Unlock,
): Promise<Vault | null> {
  const { keys } = await client.send(routes.keys, {});
  if (!keys) return null;
  const vault = await openVault(id, keys.vault, keys.bundle, unlock);
  return (await stateAddress(client, vault, keys.bundle, email)).vault;
}

/** A vault with the answer's newest form of its keys. */
export interface OwnKeys {
  vault: Vault;
  keys: StoredKeys;
}

/**
 * Creates the keys of the epoch after the current one.
 * @param currentEpoch 0 before there are any
 * @param recoveryCode from `newRecoveryCode`; its owner must save it
 * @throws ApiError PASSWORD_WRONG, KEYS_STALE
 */
export async function createNextKeys(
  client: Caller,
  owner: Pick<User, 'id' | 'email'>,
  currentEpoch: number,
  { prove, kek }: Pick<PasswordKeys, 'prove' | 'kek'>,
  recoveryCode: string,
): Promise<OwnKeys> {
  const { sealed, bundle, vault } = await createVault(ownerOf(owner), currentEpoch + 1, {
    password: kek,
    recovery: await recoveryKek(recoveryCode),
  });
  const { keys } = await client.send(routes.createKeys, { bundle, vault: sealed, password: await prove() });
  return { vault, keys: { ...keys, vault: sealed, bundle } };
}

/** Creates the user's first keys, or replaces keys that can no longer be opened. @throws as `createNextKeys` */
export async function createKeys(
  client: Caller,
  owner: Pick<User, 'id' | 'email'>,
  password: Pick<PasswordKeys, 'prove' | 'kek'>,
  recoveryCode: string,
): Promise<Vault> {
  const { epoch } = await client.send(routes.keys, {});
  return (await createNextKeys(client, owner, epoch, password, recoveryCode)).vault;
}

/** A recovery key, as it opens the vault. @throws SealingError RECOVERY_CODE_MISTYPED */
export const unlockByRecovery = async (code: string): Promise<Unlock> => ({
  kind: 'recovery',
  kek: await recoveryKek(code),
});

/**
 * Creates a sealing key for a new API key, and the wrap of the vault that the route `createApiKey` needs. Only the program gets the
 * sealing key; it is never sent to the server. @throws SealingError VAULT_LOCKED for a wrong password
 */
export async function createSealingKey(
  userId: string,
  vault: SealedVault,
  { kek }: Pick<PasswordKeys, 'kek'>,
): Promise<{ sealingKey: string; wrapped: { epoch: number; wrap: string } }> {
  const sealingKey = await newSealingKey();
  const wrap = await wrapFor(
    userId,
    vault,
    { kind: 'password', kek },
    { kind: 'program', kek: await programKek(sealingKey) },
  );
  return { sealingKey, wrapped: { epoch: vault.epoch, wrap } };
}

/**
 * Creates an API key, with a sealing key if the owner of the company creates it and has a vault.
 * @throws ApiError PASSWORD_WRONG, KEY_LIMIT, KEYS_STALE; SealingError VAULT_LOCKED after a password reset, until the recovery key was entered
 */
export async function createApiKey(
  client: Caller,
  password: PasswordKeys,
  input: Omit<RouteIn<typeof routes.createApiKey>, 'password' | 'epoch' | 'wrap'>,
): Promise<RouteOut<typeof routes.createApiKey> & { sealingKey: string | null }> {
  const { user } = await client.send(routes.me, {});
  const { keys } = permits(user, 'vault') ? await client.send(routes.keys, {}) : { keys: null };
  const created = keys && (await createSealingKey(user.id, keys.vault, password));
  return {
    ...(await client.send(routes.createApiKey, { ...input, ...created?.wrapped, password: await password.prove() })),
    sealingKey: created?.sealingKey ?? null,
  };
}

/**
 * Opens the vault of an API key's owner; null if the key has no sealing key for the current vault.
 * @param own the answer of the route `ownKey`
 * @throws SealingError SEALING_KEY_MISTYPED, VAULT_LOCKED, TAMPERED
 */
export async function openProgramVault(
  client: Caller,
  { owner, keys }: RouteOut<typeof routes.ownKey>,
  sealingKey: string,
): Promise<Vault | null> {
  if (!keys) return null;
  const unlock = { kind: 'program', kek: await programKek(sealingKey) } as const;
  const vault = await openVault(owner.id, keys.vault, keys.bundle, unlock);
  return (await stateAddress(client, vault, keys.bundle, owner.email)).vault;
}
