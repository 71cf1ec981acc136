import {
  keysOfNewPassword as newKeys,
  keysOfPassword as keysOf,
  movePassword,
  refusal,
  requireSignedInAs,
  type AddressAndPassword,
  type NewPasswordKeys,
  type PasswordKeys,
  type PasswordPorts,
} from '@tradepost/client/keys/passwords';
import type { ApiError } from '@tradepost/client/api/api-error';
import type { SignedIn } from '@tradepost/contracts/identity';
import { send } from '../../api/send';
import { useAuth } from '../../session/auth.store';
import { workerCrypto } from '../../workers/worker-crypto';
import { refuseWeak } from './password-rules';
import { t } from '../../i18n/t';

/** Of an existing account. */
export interface AccountKeys extends PasswordKeys {
  email: string;
}

const ports: PasswordPorts = { send, work: workerCrypto.passwords };

/**
 * The keys of an existing account's password, which is not sent.
 * @param refused the error for a wrong password @throws ApiError; SealingError SIGN_IN_REFUSED when the server's answer is not of the protocol
 */
export async function keysOfPassword(email: string, password: string, refused?: ApiError): Promise<AccountKeys> {
  return { ...(await keysOf(ports, { email, password }, refused)), email };
}

/** The keys of the signed-in person's password. @param field it was typed into @throws ApiError PASSWORD_WRONG, otherwise as `keysOfPassword` */
export function keysOfOwnPassword(password: string, field = 'password'): Promise<AccountKeys> {
  const { user } = useAuth.getState();
  if (!user) throw new Error(t('Only a signed-in person has a password to prove'));
  return keysOfPassword(user.email, password, refusal('PASSWORD_WRONG', field));
}

/** The proof that is sent instead of the signed-in person's password. @throws as `keysOfOwnPassword` */
export const proofOf = async (password: string): Promise<string> => (await keysOfOwnPassword(password)).prove();

/** The keys of a new password. @param serverKey of the current one @throws ApiError PASSWORD_BREACHED, PASSWORD_GUESSABLE; SealingError SIGN_IN_REFUSED */
export async function keysOfNewPassword(given: AddressAndPassword, serverKey?: string): Promise<NewPasswordKeys> {
  await refuseWeak(given);
  return newKeys(ports, given, serverKey);
}

/**
 * Moves an account of an earlier version, between its sign-in and the use of its session. @returns the keys from now on
 * @throws SealingError SIGN_IN_REFUSED when the server signed in someone else
 */
export async function movedKeys(keys: AccountKeys, password: string, signedIn: SignedIn) {
  const { email } = keys;
  requireSignedInAs(email, signedIn);
  const { token, user, enrol } = signedIn;
  if (!keys.isFormer || enrol) return keys;
  return { ...(await movePassword(ports, user.id, { email, password }, keys, token)), email };
}
