import type { SignedIn, User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import type { Unlock } from '@tradepost/sealing/keys/vault';
import type { ApiClient, Caller } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { inlineCrypto } from '../crypto/inline-crypto';
import {
  keysOfNewPassword,
  keysOfPassword,
  movePassword,
  requireSignedInAs,
  releaseProof,
  type AddressAndPassword,
  type NewPasswordKeys,
  type PasswordKeys,
  type PasswordPorts,
} from './passwords';

type Portal = 'sender' | 'receiver';

export interface Credentials extends AddressAndPassword {
  /** Where the account belongs; without it both are tried. */
  portal?: Portal;
  /** From an authenticator app, if two-step sign-in is on. */
  code?: string;
}

const portsOf = (client: ApiClient, work = inlineCrypto.passwords): PasswordPorts => ({
  send: (route, input, options) => client.send(route, input, options),
  work,
});

/** The keys of the account's password. The expensive work blocks this thread for a second. @throws ApiError BAD_CREDENTIALS; SealingError SIGN_IN_REFUSED */
export const fetchPasswordKeys = (client: ApiClient, given: AddressAndPassword): Promise<PasswordKeys> =>
  keysOfPassword(portsOf(client), given);

/**
 * The key of the signed-in person's vault, from the password. @param work absent: in this thread, which has its memory from then on
 * @throws ApiError; SealingError VAULT_LOCKED for a wrong password, SIGN_IN_REFUSED
 */
export async function unlockByPassword(
  client: ApiClient,
  given: AddressAndPassword,
  work?: PasswordPorts['work'],
): Promise<Unlock> {
  const ports = portsOf(client, work);
  try {
    const keys = await keysOfPassword(ports, given);
    await releaseProof(ports, keys);
    return { kind: 'password', kek: keys.kek };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_CREDENTIALS') throw new SealingError('VAULT_LOCKED');
    throw error;
  }
}

/** The keys of a new password; its `record` is sent instead of it. @throws as `keysOfNewPassword` */
export const newPasswordKeys = (
  client: ApiClient,
  given: AddressAndPassword,
  serverKey?: string,
): Promise<NewPasswordKeys> => keysOfNewPassword(portsOf(client), given, serverKey);

/**
 * Signs in with a proof of the password. Keys that are created later state the address of the user in the answer.
 * @throws ApiError; SealingError SIGN_IN_REFUSED when the server signs in someone else
 */
export async function enter(
  client: Caller,
  { email, portal, code }: Omit<Credentials, 'password'>,
  prove: PasswordKeys['prove'],
): Promise<SignedIn> {
  const signInAt = async (place: Portal) =>
    client.send(place === 'sender' ? routes.login : routes.loginReceiver, { email, password: await prove(), code });
  const signedIn = await (portal ? signInAt(portal) : signInAt('sender').catch(otherwise(() => signInAt('receiver'))));
  requireSignedInAs(email, signedIn);
  return signedIn;
}

/** Signs in without sending the password, and sets the client's token. @throws as `enter` */
export async function signIn(client: ApiClient, credentials: Credentials): Promise<{ user: User; keys: PasswordKeys }> {
  const { email, password } = credentials;
  const keys = await fetchPasswordKeys(client, { email, password });
  const { token, user, enrol } = await enter(client, credentials, keys.prove);
  client.token = token;
  if (!keys.isFormer || enrol) return { user, keys };
  return { user, keys: await movePassword(portsOf(client), user.id, { email, password }, keys, token) };
}

/** The password is right, so that refused credentials mean an account of the other portal. */
const otherwise =
  <T>(elsewhere: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof ApiError && error.code === 'BAD_CREDENTIALS') return elsewhere();
    throw error;
  };
