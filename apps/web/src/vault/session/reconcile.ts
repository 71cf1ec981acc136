import { ApiError } from '@tradepost/client/api/api-error';
import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { SealingError } from '@tradepost/sealing/errors';
import { openVault, resumeVault, type Vault } from '@tradepost/sealing/keys/vault';
import { failedWith } from '../../api/failed-with';
import { queryClient } from '../../api/query-client';
import { useAuth } from '../../session/auth.store';
import { readKey } from '../device';
import { actingMember, isInUse } from '../company/member';
import { companyKeysQuery } from '../company/query';
import { isRolledBack } from '@tradepost/client/keys/rolled-back.policy';
import { forgetPasskeyUnlock, passkeyUnlockOf } from '../passkey-unlock';
import { forgetPasswordKeys, passwordKeysOf } from '../password-keys';
import { keysQuery, type KeysAnswer } from '../queries';
import { messageFor, problemOf, VaultClosed } from '../texts';
import { useVaultStore } from '../vault.store';
import { activate } from './activate';
import { createKeys } from './create-keys';
import { promptUnlock, refuseKeys, refuseKeysFor } from './pending-unlocks';
import { pendingChanges, runExclusive } from './run-exclusive';
import { fetchAnswer, otherTabs } from './server-keys';
import { requireUser, type User } from './user';

const { getState, setState } = useVaultStore;

const closed = { vault: null, contacts: null, pins: null, refused: null, unreadable: null } as const;

/** @returns false when the passkey of this sign-in does not open the vault, or there is none */
async function openedByPasskey(user: User, answer: KeysAnswer & { keys: StoredKeys }): Promise<boolean> {
  const passkey = passkeyUnlockOf(user.id, answer.epoch);
  if (!passkey) return false;
  const { wrap, kek } = passkey;
  const { vault: sealed, bundle } = answer.keys;
  try {
    const opened = await openVault(user.id, { ...sealed, wraps: { passkey: wrap } }, bundle, { kind: 'passkey', kek });
    await activate(user, opened, answer);
    return true;
  } catch (error) {
    if (problemOf(error) !== 'VAULT_LOCKED') throw error;
    forgetPasskeyUnlock();
    return false;
  }
}

/** Opens the vault with the key in memory, the key on the device, or the passkey or password of this sign-in; else locks it. */
async function openWithLocalKeys(user: User, answer: KeysAnswer & { keys: StoredKeys }) {
  const { vault: open } = getState();
  const { vault: sealed, bundle } = answer.keys;
  if (open?.userId === user.id && open.epoch === answer.epoch) return activate(user, open, answer);
  const stored = await readKey(user.id);
  if (stored?.epoch === answer.epoch)
    return activate(user, await resumeVault(user.id, sealed, bundle, stored.key), answer);
  if (await openedByPasskey(user, answer)) return;
  const passwordKeys = passwordKeysOf(user.email);
  const locked = { ...closed, state: 'locked', epoch: answer.epoch, stored: answer.keys } as const;
  if (!passwordKeys) return setState(locked);
  try {
    await activate(user, await openVault(user.id, sealed, bundle, { kind: 'password', kek: passwordKeys.kek }), answer);
  } catch (error) {
    if (problemOf(error) !== 'VAULT_LOCKED') throw error;
    // The sign-in proves that the password is right, so it was reset by email after the vault was wrapped.
    setState({ ...locked, needsRecovery: true, dialog: { kind: 'open' } });
  }
}

async function createFirstKeys(user: User, { epoch }: KeysAnswer) {
  const passwordKeys = passwordKeysOf(user.email);
  const none = () => setState({ ...closed, state: 'none', epoch, stored: null });
  if (!passwordKeys) return none();
  try {
    await createKeys(user, epoch, passwordKeys, 'unseen');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (failedWith(error, 'PASSWORD_WRONG')) forgetPasswordKeys();
    none(); // A notice offers to create them. If another tab was faster, its message reconciles this one.
  }
}

/** As `reconcile`, for callers that already run exclusively. */
export async function reconcileNow(user: User, answer: KeysAnswer) {
  if (!isInUse(user.id)) return;
  if (isRolledBack(answer)) return refuseKeys('KEYS_ROLLED_BACK');
  if (answer.epoch < getState().epoch) return; // sent before this tab created newer keys
  if (!answer.keys) return createFirstKeys(user, answer);
  try {
    await openWithLocalKeys(user, { ...answer, keys: answer.keys });
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    refuseKeysFor(error);
  }
}

/** If the end of the session interrupts the work, no error is shown. @throws what `work` throws while the person is signed in */
async function whileSignedIn(person: User, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    const { user, isAuthenticated } = useAuth.getState();
    if (isAuthenticated && user?.id === person.id) throw error;
  }
}

/** Brings the vault in line with the server's answer: opens it, creates its first keys, locks it or refuses its keys. */
export const reconcile = (user: User, answer: KeysAnswer) =>
  runExclusive(() => whileSignedIn(user, () => reconcileNow(user, answer)));

/** Asks for the keys of the person, or of the company that they act for as a member. */
async function load() {
  const user = requireUser();
  const member = actingMember();
  if (member) await queryClient.fetchQuery(companyKeysQuery(member));
  else await reconcile(user, await queryClient.fetchQuery(keysQuery(user.id)));
}

/** Waits until it is known whether there are keys, and whether they are open. @throws VaultClosed, ApiError */
export async function settled(): Promise<void> {
  if (getState().state === 'loading') await load();
  else await pendingChanges();
}

/** @throws VaultClosed */
export async function requireVault(): Promise<Vault> {
  await settled();
  const { vault, refused } = getState();
  if (vault) return vault;
  if (refused) throw new VaultClosed(messageFor(refused));
  return promptUnlock();
}

/** Another tab has opened the vault or changed its keys; the device holds the opened key. */
otherTabs.onmessage = () => {
  const { user, isAuthenticated } = useAuth.getState();
  const member = actingMember();
  if (member) void queryClient.invalidateQueries(companyKeysQuery(member));
  else if (user && isAuthenticated) void whileSignedIn(user, async () => reconcile(user, await fetchAnswer(user)));
};
