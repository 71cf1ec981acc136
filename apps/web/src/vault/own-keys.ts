import { createSealingKey } from '@tradepost/client/keys/keys';
import { refusal, rewrapped as wrapUnder, settleProof } from '@tradepost/client/keys/passwords';
import { routes } from '@tradepost/contracts/routes';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { openVault, rewrapVault } from '@tradepost/sealing/keys/vault';
import { send } from '../api/send';
import { passwordKeysOf, rememberPasswordKeys } from './password-keys';
import { activate } from './session/activate';
import { confirmRecoverySaved, createKeys } from './session/create-keys';
import { reconcileNow } from './session/reconcile';
import { runExclusive } from './session/run-exclusive';
import { fetchCurrent, fetchCurrentKeys, publishKeys } from './session/server-keys';
import { requireUser, type User } from './session/user';
import { problemOf } from './texts';
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
  await settleProof({ send }, keys);
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

const currentPasswordKeys = async (user: User, password: string) =>
  passwordKeysOf(user.email) ?? keysOfOwnPassword(password);

/**
 * Opens the vault with the recovery key and puts it under the current password.
 * @throws SealingError RECOVERY_CODE_MISTYPED, VAULT_LOCKED for another recovery key; ApiError PASSWORD_WRONG
 */
export async function recover(code: string, password: string) {
  const user = requireUser();
  const from = { kind: 'recovery', kek: await recoveryKek(code) } as const;
  const own = await currentPasswordKeys(user, password);
  await runExclusive(async () => {
    const answer = await fetchCurrentKeys(user);
    const { vault: sealed, bundle } = answer.keys;
    const vault = await openVault(user.id, sealed, bundle, from);
    const rewrapped = await rewrapVault(user.id, sealed, from, { kind: 'password', kek: own.kek });
    await send(routes.rewrapVault, {
      epoch: answer.epoch,
      kind: 'password',
      wrap: rewrapped.wraps.password,
      password: await own.prove(),
    });
    const keys = { ...answer.keys, vault: rewrapped };
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
  const { prove, kek } = await keysOfOwnPassword(password);
  const from = { kind: 'password', kek } as const;
  const code = newRecoveryCode();
  const to = { kind: 'recovery', kek: await recoveryKek(code) } as const;
  const rewrap = async () => {
    const answer = await fetchCurrentKeys(user);
    const vault = await rewrapVault(user.id, answer.keys.vault, from, to).catch((error: unknown) => {
      throw problemOf(error) === 'VAULT_LOCKED' ? refusal('PASSWORD_WRONG', 'password') : error;
    });
    return { answer, vault };
  };
  await runExclusive(rewrap);
  const save = () =>
    runExclusive(async () => {
      const { answer, vault } = await rewrap();
      await send(routes.rewrapVault, {
        epoch: answer.epoch,
        kind: 'recovery',
        wrap: vault.wraps.recovery,
        password: await prove(),
      });
      setState({ stored: { ...answer.keys, vault } });
      await confirmRecoverySaved(user, answer.epoch);
    });
  setState({ dialog: { kind: 'kit', code, isFirst: false, save } });
}

/** Changes the password of the account and of its vault. A locked vault stays locked. @throws ApiError PASSWORD_WRONG, PASSWORD_BREACHED */
export async function changePassword({ current, password }: { current: string; password: string }) {
  const user = requireUser();
  const now = await keysOfOwnPassword(current, 'current');
  const next = await keysOfNewPassword({ email: user.email, password }, now.serverKey);
  return runExclusive(async () => {
    const { epoch, keys } = await fetchCurrent(user);
    const wrap = keys && (await wrapUnder(user.id, keys, now.kek, next.kek));
    const answer = await send(routes.changePassword, {
      current: await now.prove(),
      password: next.record,
      ...(wrap !== null && { epoch, wrap }),
    });
    if (passwordKeysOf(user.email)) rememberPasswordKeys({ email: user.email, kek: next.kek, prove: next.prove });
    if (keys && wrap !== null) {
      const vault = { ...keys.vault, wraps: { ...keys.vault.wraps, password: wrap } };
      setState({ stored: { ...keys, vault } });
      await publishKeys(user, epoch, { ...keys, vault });
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
  const made = await createSealingKey(user.id, vault, keys).catch((error: unknown) => {
    throw problemOf(error) === 'VAULT_LOCKED' ? refusal('PASSWORD_WRONG', 'password') : error;
  });
  return { password: await keys.prove(), made };
}
