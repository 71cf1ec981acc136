import { routes } from '@tradepost/contracts/routes';
import { fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { passkeyKek } from '@tradepost/sealing/keys/passkey';
import { wrapFor } from '@tradepost/sealing/keys/vault';
import type { Key } from '@tradepost/sealing/crypto/primitives';
import { send } from '../api/send';
import { keysOfOwnPassword } from '../vault/password/password';
import { fetchCurrent } from '../vault/session/server-keys';
import { requireUser } from '../vault/session/user';
import { createPasskey } from './authenticator';
import { prfOutputOf } from './prf-output';

/** The vault key under the passkey; nothing before there are keys, or while they need the recovery key. */
async function wrapOf(kek: Key, prfOutput: Bytes, credentialId: string) {
  const user = requireUser();
  const { epoch, keys } = await fetchCurrent(user);
  if (!keys) return {};
  try {
    const to = { kind: 'passkey', kek: await passkeyKek(prfOutput, fromBase64url(credentialId)) } as const;
    return { epoch, wrap: await wrapFor(user.id, keys.vault, { kind: 'password', kek }, to) };
  } catch (error) {
    if (error instanceof SealingError && error.problem === 'VAULT_LOCKED') return {};
    throw error;
  }
}

export interface NewPasskey {
  name: string;
  password: string;
  /** Of two-step sign-in. */
  code?: string;
}

/** Adds a passkey of this device to the account. It also opens the vault if the device can do that. @throws ApiError; PasskeyUnused */
export async function addPasskey({ name, password, code }: NewPasskey) {
  const keys = await keysOfOwnPassword(password);
  const creation = await send(routes.startPasskey, { password: await keys.prove(), ...(code && { code }) });
  const made = await createPasskey(creation);
  const prfOutput = await prfOutputOf(made, creation);
  const wrapped = prfOutput && (await wrapOf(keys.kek, prfOutput, made.passkey.id));
  return send(routes.addPasskey, { name, passkey: made.passkey, ...wrapped });
}
