import type { Route, RouteOut } from '@tradepost/contracts/routes';
import { routes } from '@tradepost/contracts/routes';
import { AppError, type ErrorCode } from '@tradepost/contracts/errors';
import { proofText, recordText } from '@tradepost/contracts/encryption/formats';
import type { SignedIn } from '@tradepost/contracts/identity';
import { sameAddress } from '@tradepost/contracts/values/address';
import type { StoredKeys, StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import type { SendInput } from '@tradepost/contracts/values/wire';
import type { Key } from '@tradepost/sealing/crypto/primitives';
import { SealingError } from '@tradepost/sealing/errors';
import type { PasswordWork, Secret } from '@tradepost/sealing/keys/opaque';
import type { Owner } from '@tradepost/sealing/keys/bundle';
import { rewrapPersonKey } from '@tradepost/sealing/keys/person-key';
import { wrapFor } from '@tradepost/sealing/keys/vault';
import { ApiError } from '../api/api-error';
import { ownerOf } from './owner';

/** API calls, and the thread for expensive work: this thread, or a worker of the page. */
export interface PasswordPorts {
  send: <R extends Route>(route: R, input: SendInput<R>, options?: { token?: string }) => Promise<RouteOut<R>>;
  work: PasswordWork;
}

export interface AddressAndPassword {
  email: string;
  password: string;
}

/** Result for a correct password. */
export interface PasswordKeys {
  /** Opens the vault; never leaves the client. */
  kek: Key;
  /** A new proof for the field `password` of one call. The server learns nothing about the password from it. @throws ApiError */
  prove: () => Promise<string>;
  /** Identifies the server that holds the record of this password. */
  serverKey: string;
  /** The account is of an earlier version and has not moved. */
  isFormer: boolean;
}

/** Result for a new password; calls send `record` instead of the password. */
export interface NewPasswordKeys extends Pick<PasswordKeys, 'kek' | 'prove' | 'serverKey'> {
  record: string;
}

/** A proof is valid for five minutes on the server; a newer one is reused. */
const freshMs = 60_000;

/** The error that the server would return. @param field form field of the password */
export function refusal(code: ErrorCode, field?: string): ApiError {
  const { status, message } = new AppError(code);
  return new ApiError(message, { code, status, errors: field ? [{ field, message }] : [] });
}

const plain = (text: string): Secret => ({ text, kind: 'password' });

async function proofBy({ send, work }: PasswordPorts, email: string, secret: Secret, before?: string) {
  const { request, state } = await work.startProof(secret);
  const answer = await send(routes.startProof, { email, request, ...(before !== undefined && { state: before }) });
  const opened = await work.finishProof(secret, state, answer.response);
  return { answer, opened: opened && { ...opened, proof: proofText(answer.state, opened.finish) } };
}

/** Tries the password, then what an earlier version stored about it. Null when neither opens the record. */
async function prove(ports: PasswordPorts, { email, password }: AddressAndPassword) {
  const { answer, opened } = await proofBy(ports, email, plain(password));
  if (opened) return { ...opened, kek: await ports.work.kekOf(opened.exportKey), isFormer: false };
  const { secret, kek } = await ports.work.formerOf(password, answer.former);
  const former = await proofBy(ports, email, secret, answer.state);
  return former.opened && { ...former.opened, kek, isFormer: true };
}

/**
 * The keys of an existing password. A wrong password, another server and a changed record look the same.
 * @param refused the error for them @throws ApiError; SealingError SIGN_IN_REFUSED for an answer that is not of the protocol
 */
export async function keysOfPassword(
  ports: PasswordPorts,
  given: AddressAndPassword,
  refused: ApiError = refusal('BAD_CREDENTIALS'),
): Promise<PasswordKeys> {
  const proven = async () => {
    const result = await prove(ports, given);
    if (!result) throw refused;
    return { ...result, at: Date.now() };
  };
  const first = await proven();
  let unused: typeof first | null = first;
  return {
    kek: first.kek,
    serverKey: first.serverKey,
    isFormer: first.isFormer,
    prove: async () => {
      const ready = unused;
      unused = null;
      return ready && Date.now() - ready.at < freshMs ? ready.proof : (await proven()).proof;
    },
  };
}

/**
 * The keys of a new password of this address.
 * @param serverKey of the current password, if there is one @throws ApiError; SealingError SIGN_IN_REFUSED also when another server answers
 */
export async function keysOfNewPassword(
  ports: PasswordPorts,
  { email, password }: AddressAndPassword,
  serverKey?: string,
): Promise<NewPasswordKeys> {
  const { request, state } = await ports.work.startRegistration(plain(password));
  const { response } = await ports.send(routes.startRecord, { email, request });
  const made = await ports.work.finishRegistration(plain(password), state, response);
  if (serverKey !== undefined && made.serverKey !== serverKey) throw new SealingError('SIGN_IN_REFUSED');
  return {
    record: recordText(made.record),
    serverKey: made.serverKey,
    kek: await ports.work.kekOf(made.exportKey),
    prove: async () => (await keysOfPassword(ports, { email, password }, refusal('PASSWORD_WRONG'))).prove(),
  };
}

/** Releases an unused proof, so that it does not count as a failed sign-in. */
export async function releaseProof({ send }: Pick<PasswordPorts, 'send'>, { prove }: PasswordKeys): Promise<void> {
  await send(routes.acceptProof, { password: await prove() });
}

/** The vault's wrap under another key of the password; unchanged when the vault needs its recovery key. */
export async function rewrapped(userId: string, { vault }: StoredKeys, from: Key, to: Key): Promise<string> {
  try {
    return await wrapFor(userId, vault, { kind: 'password', kek: from }, { kind: 'password', kek: to });
  } catch (error) {
    if (error instanceof SealingError && error.problem === 'VAULT_LOCKED') return vault.wraps.password;
    throw error;
  }
}

/** The person's key under another key of the password, as calls take it. One that the password does not open stays locked. */
export async function rewrappedPersonKey(owner: Owner, stored: StoredPersonKey | null, from: Key, to: Key) {
  if (!stored) return {};
  try {
    return { personWrap: await rewrapPersonKey(owner, stored, { kek: from }, { kek: to }) };
  } catch (error) {
    if (error instanceof SealingError && error.problem === 'VAULT_LOCKED') return { personWrap: stored.wrap };
    throw error;
  }
}

/** @throws SealingError SIGN_IN_REFUSED when the server signed in someone else than the owner of this address */
export function requireSignedInAs(email: string, { user }: Pick<SignedIn, 'user'>): void {
  if (typeof user.email !== 'string' || !sameAddress(user.email, email)) throw new SealingError('SIGN_IN_REFUSED');
}

/**
 * Moves an account of an earlier version after its sign-in. It stays as it is when the server refuses, and moves at the next one.
 * @param token of the new session
 */
export async function movePassword(
  ports: PasswordPorts,
  userId: string,
  given: AddressAndPassword,
  keys: PasswordKeys,
  token: string,
): Promise<PasswordKeys> {
  try {
    const next = await keysOfNewPassword(ports, given, keys.serverKey);
    const { epoch, keys: stored } = await ports.send(routes.keys, {}, { token });
    const wrap = stored && (await rewrapped(userId, stored, keys.kek, next.kek));
    const { key } = await ports.send(routes.personKey, {}, { token });
    const owner = ownerOf({ id: userId, email: given.email });
    const personKey = await rewrappedPersonKey(owner, key, keys.kek, next.kek);
    const vault = wrap !== null && { epoch, wrap };
    const moved = { password: await keys.prove(), record: next.record, ...vault, ...personKey };
    await ports.send(routes.movePassword, moved, { token });
    return { ...next, isFormer: false };
  } catch (error) {
    // without an answer it may have moved: then only another sign-in has the right key
    if (error instanceof ApiError && error.code !== 'NETWORK') return keys;
    throw error;
  }
}
