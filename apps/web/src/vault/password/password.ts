import { routes } from '@tradepost/contracts/routes';
import type { Kdf } from '@tradepost/contracts/sealed';
import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';
import type { PasswordKeys, Prelogin } from '@tradepost/sealing/keys/password';
import { send } from '../../api/send';
import { useAuth } from '../../session/auth.store';
import { refuseBreached } from './password-rules';

/** A password for the worker; without `prelogin` it is a new one. */
export interface Derivation {
  password: string;
  prelogin: Prelogin | null;
}

/** Of an existing account. */
export interface AccountKeys extends PasswordKeys {
  email: string;
}

export type Derived = { keys: PasswordKeys; prelogin: Prelogin } | { problem: SealingProblem } | { failure: string };

async function derive(derivation: Derivation): Promise<{ keys: PasswordKeys; prelogin: Prelogin }> {
  if (!isSecureContext)
    throw new Error(
      'Passwords are only accepted over a secure connection (https). Please check the address of this page.',
    );
  const worker = new Worker(new URL('./password.worker.ts', import.meta.url), { type: 'module' });
  try {
    const derived = await new Promise<Derived>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Derived>) => resolve(data);
      worker.onerror = () =>
        reject(new Error('This part of the app could not be loaded. Check your connection and try again.'));
      worker.postMessage(derivation);
    });
    if ('problem' in derived) throw new SealingError(derived.problem);
    if ('failure' in derived)
      throw new Error(
        'Your password could not be prepared by this browser. It may be short of memory: close other tabs and try again.',
      );
    return derived;
  } finally {
    worker.terminate();
  }
}

/**
 * The keys of an existing account's password, with the salt and parameters that the server names.
 * @throws SealingError KDF_REFUSED when those are out of bounds, before anything is sent; ApiError
 */
export async function keysOfPassword(email: string, password: string): Promise<AccountKeys> {
  const prelogin = await send(routes.prelogin, { email });
  return { ...(await derive({ password, prelogin })).keys, email };
}

/** The proof that is sent instead of the signed-in person's password. @throws as `keysOfPassword` */
export async function proofOf(password: string): Promise<string> {
  const { user } = useAuth.getState();
  if (!user) throw new Error('Only a signed-in person has a password to prove');
  return (await keysOfPassword(user.email, password)).authKey;
}

/** The keys of a new password with a fresh salt, and their KDF parameters. @throws ApiError PASSWORD_BREACHED */
export async function keysOfNewPassword(password: string): Promise<PasswordKeys & { kdf: Kdf }> {
  await refuseBreached(password);
  const { keys, prelogin } = await derive({ password, prelogin: null });
  return { ...keys, kdf: prelogin };
}
