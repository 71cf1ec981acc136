import type { User } from '@tradepost/contracts/identity';
import { routes, type RouteIn, type RouteOut } from '@tradepost/contracts/routes';
import { checkPrelogin, passwordKeys, type PasswordKeys } from '@tradepost/sealing/password';
import { noPins, sealPins } from '@tradepost/sealing/pins';
import { newSealingKey, programKek } from '@tradepost/sealing/program-key';
import { recoveryKek } from '@tradepost/sealing/recovery';
import { createVault, openVault, wrapFor, type SealedVault, type Unlock, type Vault } from '@tradepost/sealing/vault';
import type { ApiClient } from './api-client';

export interface Credentials {
  email: string;
  password: string;
  portal?: 'sender' | 'receiver';
  /** Of an authenticator app, where the account asks for one. */
  code?: string;
}

/** What a password gives for this account. @throws SealingError KDF_REFUSED when the server asks for too little; ApiError */
export const keysOfPassword = async (
  client: ApiClient,
  { email, password }: Pick<Credentials, 'email' | 'password'>,
): Promise<PasswordKeys> => passwordKeys(password, checkPrelogin(await client.send(routes.prelogin, { email })));

/** Signs in without telling the server the password; the client's token is the session's from then on. @throws ApiError, SealingError KDF_REFUSED */
export async function signIn(
  client: ApiClient,
  { email, password, portal = 'sender', code }: Credentials,
): Promise<{ user: User; keys: PasswordKeys }> {
  const keys = await keysOfPassword(client, { email, password });
  const { token, user } = await client.send(portal === 'sender' ? routes.login : routes.loginReceiver, {
    email,
    password: keys.authKey,
    code,
  });
  client.token = token;
  return { user, keys };
}

/** The signed-in user's vault, opened; null before there is one. @throws SealingError VAULT_LOCKED, TAMPERED; ApiError */
export async function openKeys(client: ApiClient, userId: string, unlock: Unlock): Promise<Vault | null> {
  const { keys } = await client.send(routes.keys, {});
  return keys && openVault(userId, keys.vault, keys.bundle, unlock);
}

/**
 * New keys: the user's first, or in place of ones that cannot be opened any more.
 * @param recoveryCode what its owner keeps on paper, by `newRecoveryCode`
 */
export async function makeKeys(
  client: ApiClient,
  userId: string,
  { authKey, kek }: PasswordKeys,
  recoveryCode: string,
): Promise<Vault> {
  const { epoch } = await client.send(routes.keys, {});
  const { sealed, bundle, vault } = await createVault(userId, epoch + 1, {
    password: kek,
    recovery: await recoveryKek(recoveryCode),
  });
  await client.send(routes.createKeys, {
    bundle,
    vault: sealed,
    pins: await sealPins(vault, noPins),
    password: authKey,
  });
  return vault;
}

/**
 * A sealing key for a new API key, and what `createApiKey` carries so that it opens the vault. The sealing key is the program's and
 * is never sent. @throws SealingError VAULT_LOCKED for another password
 */
export async function sealingKeyFor(
  userId: string,
  vault: SealedVault,
  { kek }: Pick<PasswordKeys, 'kek'>,
): Promise<{ sealingKey: string; given: { epoch: number; wrap: string } }> {
  const sealingKey = await newSealingKey();
  const wrap = await wrapFor(
    userId,
    vault,
    { kind: 'password', kek },
    { kind: 'program', kek: await programKek(sealingKey) },
  );
  return { sealingKey, given: { epoch: vault.epoch, wrap } };
}

/**
 * A key for a program; with a sealing key where its owner has a vault.
 * @throws ApiError PASSWORD_WRONG, KEY_LIMIT, KEYS_STALE; SealingError VAULT_LOCKED while the vault waits for its recovery key
 */
export async function makeApiKey(
  client: ApiClient,
  userId: string,
  password: PasswordKeys,
  given: Omit<RouteIn<typeof routes.createApiKey>, 'password' | 'epoch' | 'wrap'>,
): Promise<RouteOut<typeof routes.createApiKey> & { sealingKey: string | null }> {
  const { keys } = await client.send(routes.keys, {});
  const made = keys && (await sealingKeyFor(userId, keys.vault, password));
  return {
    ...(await client.send(routes.createApiKey, { ...given, ...made?.given, password: password.authKey })),
    sealingKey: made?.sealingKey ?? null,
  };
}

/**
 * The vault of an API key's owner; null where the key has no sealing key that still opens it.
 * @param own what `ownKey` tells the key
 * @throws SealingError SEALING_KEY_MISTYPED, VAULT_LOCKED, TAMPERED
 */
export async function openKeysOfProgram(
  { owner, keys }: RouteOut<typeof routes.ownKey>,
  sealingKey: string,
): Promise<Vault | null> {
  return keys && openVault(owner.id, keys.vault, keys.bundle, { kind: 'program', kek: await programKek(sealingKey) });
}
