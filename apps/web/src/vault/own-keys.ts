import {
  changePassword as changed,
  orWrongPassword,
  recoverKeys,
  replaceRecovery,
  withRecovery,
} from '@tradepost/client/keys/change-keys';
import { createSealingKey, unlockByRecovery } from '@tradepost/client/keys/keys';
import { releaseProof } from '@tradepost/client/keys/passwords';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { openVault } from '@tradepost/sealing/keys/vault';
import { send } from '../api/send';
import { isInUse } from './company/member';
import { passwordKeysOf, rememberPasswordKeys, type TypedPassword } from './password-keys';
import { activate } from './session/activate';
import { confirmRecoverySaved, createKeys } from './session/create-keys';
import { reconcileNow } from './session/reconcile';
import { runExclusive } from './session/run-exclusive';
import { fetchCurrent, fetchCurrentKeys, publishKeys } from './session/server-keys';
import { requireUser, type User } from './session/user';
import { keysOfNewPassword, keysOfOwnPassword } from './password/password';
import { useVaultStore } from './vault.store';

const { setState } = useVaultStore;

/** Creates the first keys. */
export async function createFirstKeys(password: string) {
  const user = requireUser();
  const keys = await keysOfOwnPassword(password);
  await runExclusive(async () => {
    const answer = await fetchCurrent(user);
    if (!answer.keys) return createKeys(user, answer.epoch, keys);
    rememberPasswordKeys(keys);
    return reconcileNow(user, answer);
  });
}

/** @throws SealingError VAULT_LOCKED when this password does not open the vault */
export async function unlock(password: string) {
  const user = requireUser();
  const keys = await keysOfOwnPassword(password);
  await releaseProof({ send }, keys);
  await runExclusive(async () => {
    const answer = await fetchCurrentKeys(user);
    await activate(
      user,
      await openVault(user.id, answer.keys.vault, answer.keys.bundle, { kind: 'password', kek: keys.kek }),
      answer,
    );
  });
}

/** Whether the password was just typed, so that the form does not ask for it again. */
export const isPasswordKnown = () => passwordKeysOf(requireUser().email) !== null;

export const currentPasswordKeys = async (user: User, password: string) =>
  passwordKeysOf(user.email) ?? keysOfOwnPassword(password);

/**
 * Opens the vault with the recovery key and wraps its key for the current password.
 * @throws SealingError RECOVERY_CODE_MISTYPED, VAULT_LOCKED for another recovery key; ApiError PASSWORD_WRONG
 */
export async function recover(code: string, password: string) {
  const user = requireUser();
  const recovery = await unlockByRecovery(code);
  const own = await currentPasswordKeys(user, password);
  await runExclusive(async () => {
    const answer = await fetchCurrentKeys(user);
    const { vault, keys } = await recoverKeys({ send }, user.id, answer, recovery, own);
    await activate(user, vault, { ...answer, keys });
    await publishKeys(user, answer.epoch, keys);
  });
}

/** Replaces keys that cannot be opened any more by new ones. @throws ApiError PASSWORD_WRONG */
export async function startOver(password: string) {
  const user = requireUser();
  const own = await currentPasswordKeys(user, password);
  await runExclusive(async () => createKeys(user, (await fetchCurrent(user)).epoch, own));
}

/** Creates a new recovery key. It replaces the previous one once its owner has saved it. @throws ApiError PASSWORD_WRONG */
export async function renewRecovery(password: string) {
  const user = requireUser();
  const own = await keysOfOwnPassword(password);
  const code = newRecoveryCode();
  // a wrong password is refused before the person saves the code
  await runExclusive(async () => withRecovery(user.id, (await fetchCurrentKeys(user)).keys.vault, own, code));
  showRenewedKit(user, own, code);
}

/** Shows a recovery key, which replaces the previous one once its owner has saved it. */
export function showRenewedKit(user: User, own: TypedPassword, code: string) {
  const save = () =>
    runExclusive(async () => {
      const answer = await fetchCurrentKeys(user);
      setState({ stored: await replaceRecovery({ send }, user.id, answer, own, code) });
      await confirmRecoverySaved(user, answer.epoch);
    });
  setState({ dialog: { kind: 'kit', code, reason: 'renewal', save } });
}

/**
 * Changes the password of the account and of its vault. A locked vault stays locked. @throws ApiError PASSWORD_WRONG, PASSWORD_BREACHED,
 * PASSWORD_GUESSABLE
 */
export async function changePassword({ current, password }: { current: string; password: string }) {
  const user = requireUser();
  const now = await keysOfOwnPassword(current, 'current');
  const next = await keysOfNewPassword({ email: user.email, password }, now.serverKey);
  return runExclusive(async () => {
    const served = await fetchCurrent(user);
    const { answer, keys } = await changed({ send }, user, served, now, next);
    if (passwordKeysOf(user.email)) rememberPasswordKeys({ email: user.email, kek: next.kek, prove: next.prove });
    if (keys) {
      // a member changes it while the vault of the company is in use
      if (isInUse(user.id)) setState({ stored: keys });
      await publishKeys(user, served.epoch, keys);
    }
    return answer;
  });
}

/**
 * The parts of a new API key that the browser makes: the proof of the password and, when `sealing`, a sealing key.
 * @throws ApiError PASSWORD_WRONG; VaultClosed before there are any keys
 */
export async function secretsForApiKey(password: string, sealing: boolean) {
  const user = requireUser();
  const keys = await keysOfOwnPassword(password);
  if (!sealing) return { password: await keys.prove(), made: null };
  const { vault } = (await fetchCurrentKeys(user)).keys;
  const made = await orWrongPassword(createSealingKey(user.id, vault, keys));
  return { password: await keys.prove(), made };
}
