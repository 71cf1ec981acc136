import { routes } from '@tradepost/contracts/routes';
import type { StoredKeys } from '@tradepost/contracts/sealed';
import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';
import { noPins, openPins, sealPins } from '@tradepost/sealing/pins';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/recovery';
import { createVault, openVault, resumeVault, type Vault } from '@tradepost/sealing/vault';
import { ApiError } from '@tradepost/client/api-error';
import { queryClient } from '../api/query-client';
import { send } from '../api/send';
import { useAuth } from '../session/auth.store';
import { readToken } from '../session/token';
import { keepKey, readKey, rememberSeen, wipeKeys } from './device';
import { dropKeys, heldKeysOf } from './held-keys';
import { isRolledBack } from './keys.policy';
import type { AccountKeys } from './password';
import { keysQuery, type KeysAnswer } from './queries';
import { useVaultStore } from './vault.store';
import { VaultClosed, wordsOf, type Refusal } from './words';

/** Whose vault it is. */
export interface User {
  id: string;
  email: string;
}

const { getState, setState } = useVaultStore;

export const failedWith = (error: unknown, code: ApiError['code']) => error instanceof ApiError && error.code === code;
export const problemOf = (error: unknown): SealingProblem | null =>
  error instanceof SealingError ? error.problem : null;

export function signedIn(): User {
  const { user } = useAuth.getState();
  if (!user) throw new VaultClosed('Please sign in first.');
  return user;
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: each begins with what the one before has left. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next;
  return next;
}

/** Other tabs of this browser: they find the opened key on the device. */
const otherTabs = new BroadcastChannel('vault');
otherTabs.onmessage = () => {
  const { user, isAuthenticated } = useAuth.getState();
  if (user && isAuthenticated) void readAnswer(user).then((answer) => settle(user, answer));
};

export const readAnswer = (user: User) => queryClient.fetchQuery({ ...keysQuery(user.id), staleTime: 0 });

/** The server's keys as they are after a change of one's own. */
export async function publish(user: User, epoch: number, keys: StoredKeys) {
  const { queryKey } = keysQuery(user.id);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<KeysAnswer>(queryKey, { epoch, keys, seen: { epoch: 0, revision: 0 } });
  otherTabs.postMessage('changed');
}

interface Asker {
  resolve: (vault: Vault) => void;
  reject: (reason: VaultClosed) => void;
}

/** Who waits for the dialog to open the vault. */
let askers: Asker[] = [];

function ask(): Promise<Vault> {
  setState({ dialog: { kind: 'open' } });
  return new Promise((resolve, reject) => askers.push({ resolve, reject }));
}

function answerAskers(answer: (asker: Asker) => void) {
  const waiting = askers;
  askers = [];
  waiting.forEach(answer);
}

/** The person does not want to, or not now. */
export function closeDialog() {
  setState({ dialog: null });
  answerAskers(({ reject }) => reject(new VaultClosed()));
}

useAuth.subscribe(({ isAuthenticated }) => {
  if (!isAuthenticated) closeDialog();
});

function refuse(refused: Refusal) {
  setState({ state: 'locked', vault: null, pins: null, refused, dialog: null });
  answerAskers(({ reject }) => reject(new VaultClosed(wordsOf(refused))));
}

/** A session that ended meanwhile, in whichever tab, leaves nothing on the device. */
async function keepWhileSignedIn(userId: string, epoch: number, { key }: Vault): Promise<boolean> {
  if (!readToken()) return false;
  try {
    await keepKey(userId, { epoch, key });
  } catch (error) {
    // A browser that cannot keep it (some private windows) asks for the password after the next load.
    if (!(error instanceof DOMException)) throw error;
  }
  if (readToken()) return true;
  await wipeKeys();
  return false;
}

/** The vault is open and everything about it checked: from here on it is used. */
export async function adopt(user: User, vault: Vault, { epoch, keys, seen }: KeysAnswer & { keys: StoredKeys }) {
  const read = await openPins(vault, keys.pins, seen.epoch === epoch ? seen.revision : 0);
  const before = getState();
  const pins = before.pins && before.epoch === epoch && before.pins.revision > read.revision ? before.pins : read;
  if (!(await keepWhileSignedIn(user.id, epoch, vault))) return;
  rememberSeen(user.id, { epoch, revision: pins.revision });
  dropKeys();
  setState({
    state: 'open',
    vault,
    pins,
    epoch,
    stored: keys,
    needsRecovery: false,
    refused: null,
    ...(before.dialog?.kind === 'open' && { dialog: null }),
  });
  answerAskers(({ resolve }) => resolve(vault));
  if (before.state !== 'open') otherTabs.postMessage('opened');
}

/** Makes the keys of the epoch after the present one, and shows the recovery key. */
export async function create(user: User, present: number, { authKey, kek }: AccountKeys) {
  const epoch = present + 1;
  const code = newRecoveryCode();
  const { sealed, bundle, vault } = await createVault(user.id, epoch, {
    password: kek,
    recovery: await recoveryKek(code),
  });
  const answer = await send(routes.createKeys, {
    bundle,
    vault: sealed,
    pins: await sealPins(vault, noPins),
    password: authKey,
  });
  const keys = { ...answer.keys, vault: sealed, bundle };
  await adopt(user, vault, { epoch, keys, seen: { epoch: 0, revision: 0 } });
  setState({ dialog: { kind: 'kit', code, isFirst: true, save: () => confirmSaved(user, epoch) } });
  await publish(user, epoch, keys);
}

export async function confirmSaved(user: User, epoch: number) {
  await send(routes.confirmRecovery, { epoch });
  const { stored } = getState();
  if (!stored) return;
  const keys = { ...stored, recoverySaved: true };
  setState({ stored: keys });
  await publish(user, epoch, keys);
}

async function keptKey(userId: string) {
  try {
    return await readKey(userId);
  } catch (error) {
    // A browser without a place to keep it: the password opens the vault then.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

async function openByWhatIsHere(user: User, answer: KeysAnswer & { keys: StoredKeys }) {
  const { vault: open } = getState();
  const { vault: sealed, bundle } = answer.keys;
  if (open?.userId === user.id && open.epoch === answer.epoch) return adopt(user, open, answer);
  const kept = await keptKey(user.id);
  if (kept?.epoch === answer.epoch) return adopt(user, await resumeVault(user.id, sealed, bundle, kept.key), answer);
  const held = heldKeysOf(user.email);
  const locked = {
    state: 'locked',
    vault: null,
    pins: null,
    epoch: answer.epoch,
    stored: answer.keys,
    refused: null,
  } as const;
  if (!held) return setState(locked);
  try {
    await adopt(user, await openVault(user.id, sealed, bundle, { kind: 'password', kek: held.kek }), answer);
  } catch (error) {
    if (problemOf(error) !== 'VAULT_LOCKED') throw error;
    // The password is right, for its person is signed in by it: it was set anew by a mailed code.
    setState({ ...locked, needsRecovery: true, dialog: { kind: 'open' } });
  }
}

export async function settleNow(user: User, answer: KeysAnswer) {
  if (isRolledBack(answer)) return refuse('KEYS_ROLLED_BACK');
  if (answer.epoch < getState().epoch) return; // was on its way as newer keys were made here
  if (answer.keys) {
    try {
      return await openByWhatIsHere(user, { ...answer, keys: answer.keys });
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      return refuse(problem);
    }
  }
  const held = heldKeysOf(user.email);
  const none = () =>
    setState({ state: 'none', vault: null, pins: null, epoch: answer.epoch, stored: null, refused: null });
  if (!held) return none();
  try {
    await create(user, answer.epoch, held);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (failedWith(error, 'PASSWORD_WRONG')) dropKeys();
    none(); // a notice offers to make them; a second tab that was faster is heard
  }
}

/** Opens the vault with what this device and this sign-in have, or makes its keys; else says what is missing. */
export const settle = (user: User, answer: KeysAnswer) => inTurn(() => settleNow(user, answer));

export async function requireVault(): Promise<Vault> {
  const user = signedIn();
  if (getState().state === 'loading') await settle(user, await queryClient.fetchQuery(keysQuery(user.id)));
  else await last.catch(() => undefined);
  const { vault, refused } = getState();
  if (vault) return vault;
  if (refused) throw new VaultClosed(wordsOf(refused));
  return ask();
}

/** What the server has now, once it is not older than what was seen. */
export async function present(user: User): Promise<KeysAnswer> {
  const answer = await readAnswer(user);
  if (isRolledBack(answer)) throw new VaultClosed(wordsOf('KEYS_ROLLED_BACK'));
  return answer;
}

/** @throws VaultClosed before there are any */
export async function presentKeys(user: User): Promise<KeysAnswer & { keys: StoredKeys }> {
  const { keys, ...answer } = await present(user);
  if (!keys) throw new VaultClosed('There are no encryption keys yet.');
  return { ...answer, keys };
}
