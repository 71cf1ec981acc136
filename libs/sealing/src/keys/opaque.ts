import * as library from '@serenity-kit/opaque';
import { argon2id } from 'hash-wasm';
import { formerHash, formerKdf, formerStretching, passwordStretching } from '../crypto/argon2-costs';
import { fromBase64url } from '../crypto/bytes';
import type { Key } from '../crypto/primitives';
import { SealingError } from '../errors';
import { keysFromMasterKey, normalized, opaqueKek, passwordBytes, type FormerSalts } from './password';

/** A secret that a user proves to know. `former`: the value that a server of an earlier version stored for the password. */
export interface Secret {
  text: string;
  kind: 'password' | 'former';
}

/** The first half of an exchange. `request` is sent; `state` stays here and belongs to one exchange. */
export interface Started {
  request: string;
  state: string;
}

/** An exchange in which the server proved to hold the record of this secret. `finish` is sent; `serverKey` identifies the server. */
export interface Opened {
  finish: string;
  serverKey: string;
  exportKey: string;
}

/** A new password. `record` is sent: without the server's key, no guess can be tested on it. */
export interface Registered {
  record: string;
  serverKey: string;
  exportKey: string;
}

/** The text in its one spelling, and how OPAQUE stretches it. */
export const inputsOf = ({ text, kind }: Secret) => ({
  password: normalized(text),
  keyStretching: kind === 'former' ? formerStretching : passwordStretching,
});

/** @throws SealingError SIGN_IN_REFUSED when the server's answer is not of the protocol */
function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new SealingError('SIGN_IN_REFUSED');
  }
}

export async function startProof(secret: Secret): Promise<Started> {
  await library.ready;
  const { startLoginRequest, clientLoginState } = library.client.startLogin(inputsOf(secret));
  return { request: startLoginRequest, state: clientLoginState };
}

/**
 * Null for a wrong secret, another server or another record, which cannot be distinguished. Blocks its thread for a second
 * and uses 64 MiB. @throws SealingError SIGN_IN_REFUSED
 */
export async function finishProof(secret: Secret, state: string, response: string): Promise<Opened | null> {
  await library.ready;
  const opened = refusing(() =>
    library.client.finishLogin({ ...inputsOf(secret), clientLoginState: state, loginResponse: response }),
  );
  if (!opened) return null;
  const { finishLoginRequest: finish, serverStaticPublicKey: serverKey, exportKey } = opened;
  return { finish, serverKey, exportKey };
}

export async function startRegistration(secret: Secret): Promise<Started> {
  await library.ready;
  const { registrationRequest, clientRegistrationState } = library.client.startRegistration(inputsOf(secret));
  return { request: registrationRequest, state: clientRegistrationState };
}

/** As expensive as `finishProof`. @throws SealingError SIGN_IN_REFUSED */
export async function finishRegistration(secret: Secret, state: string, response: string): Promise<Registered> {
  await library.ready;
  const { registrationRecord, serverStaticPublicKey, exportKey } = refusing(() =>
    library.client.finishRegistration({
      ...inputsOf(secret),
      clientRegistrationState: state,
      registrationResponse: response,
    }),
  );
  return { record: registrationRecord, serverKey: serverStaticPublicKey, exportKey };
}

/**
 * What a server of an earlier version stores about the password, and the key of that account's vault. It is never sent: it
 * is used as the password of OPAQUE. @throws SealingError SIGN_IN_REFUSED for salts of another size
 */
async function formerOf(password: string, { salt, hashSalt }: FormerSalts): Promise<{ secret: Secret; kek: Key }> {
  const [first, second] = refusing(() => [fromBase64url(salt, 16), fromBase64url(hashSalt, 16)] as const);
  const hash = (given: Uint8Array, at: Uint8Array, { m, t, p }: { m: number; t: number; p: number }) =>
    argon2id({
      password: given,
      salt: at,
      memorySize: m,
      iterations: t,
      parallelism: p,
      hashLength: 32,
      outputType: 'binary',
    });
  const { authKey, kek } = await keysFromMasterKey(
    new Uint8Array(await hash(passwordBytes(password), first, formerKdf)),
  );
  const stored = await hash(new TextEncoder().encode(authKey), second, formerHash);
  return { secret: formerSecret(stored), kek };
}

/** The secret in place of the password, of the stored hash's 32 bytes. */
export const formerSecret = (storedHash: Uint8Array): Secret => ({
  text: btoa(String.fromCharCode(...storedHash)),
  kind: 'former',
});

/** The expensive part of a client's work with passwords. Browsers run it in a worker. */
export const passwordWork = {
  startProof,
  finishProof,
  startRegistration,
  finishRegistration,
  formerOf,
  kekOf: opaqueKek,
};
export type PasswordWork = typeof passwordWork;
