import { ApiError } from '@tradepost/client/api-error';
import { sealingKeyFor } from '@tradepost/client/keys';
import { routes } from '@tradepost/contracts/routes';
import type { StoredKeys } from '@tradepost/contracts/sealed';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/recovery';
import { openVault, rewrapVault } from '@tradepost/sealing/vault';
import { send } from '../api/send';
import { heldKeysOf, holdKeys } from './held-keys';
import {
  adopt,
  confirmSaved,
  create,
  inTurn,
  present,
  presentKeys,
  problemOf,
  publish,
  settleNow,
  signedIn,
  type User,
} from './keeper';
import { keysOfNewPassword, keysOfPassword, type AccountKeys } from './password';
import { useVaultStore } from './vault.store';

const { setState } = useVaultStore;

function passwordWrong() {
  const message = 'The current password is not right';
  return new ApiError(message, { code: 'PASSWORD_WRONG', errors: [{ field: 'password', message }] });
}

/** The first keys. */
export async function makeKeys(password: string) {
  const user = signedIn();
  const keys = await keysOfPassword(user.email, password);
  await inTurn(async () => {
    const answer = await present(user);
    if (!answer.keys) return create(user, answer.epoch, keys);
    holdKeys(keys);
    return settleNow(user, answer);
  });
}

/** @throws SealingError VAULT_LOCKED when it is not the password the vault is under */
export async function unlock(password: string) {
  const user = signedIn();
  const { kek } = await keysOfPassword(user.email, password);
  await inTurn(async () => {
    const answer = await presentKeys(user);
    await adopt(
      user,
      await openVault(user.id, answer.keys.vault, answer.keys.bundle, { kind: 'password', kek }),
      answer,
    );
  });
}

/** Whether the password was typed a moment ago, so that it need not be asked for. */
export const isPasswordHeld = () => heldKeysOf(signedIn().email) !== null;

const keysOfOwn = async (user: User, password: string) =>
  heldKeysOf(user.email) ?? keysOfPassword(user.email, password);

/**
 * Opens the vault with the recovery key and puts it under the present password.
 * @throws SealingError RECOVERY_CODE_MISTYPED, VAULT_LOCKED for another recovery key; ApiError PASSWORD_WRONG
 */
export async function recover(code: string, password: string) {
  const user = signedIn();
  const from = { kind: 'recovery', kek: await recoveryKek(code) } as const;
  const own = await keysOfOwn(user, password);
  await inTurn(async () => {
    const answer = await presentKeys(user);
    const { vault: sealed, bundle } = answer.keys;
    const vault = await openVault(user.id, sealed, bundle, from);
    const rewrapped = await rewrapVault(user.id, sealed, from, { kind: 'password', kek: own.kek });
    await send(routes.rewrapVault, {
      epoch: answer.epoch,
      kind: 'password',
      wrap: rewrapped.wraps.password,
      password: own.authKey,
    });
    const keys = { ...answer.keys, vault: rewrapped };
    await adopt(user, vault, { ...answer, keys });
    await publish(user, answer.epoch, keys);
  });
}

/** New keys in place of those nobody can open any more. @throws ApiError PASSWORD_WRONG */
export async function startOver(password: string) {
  const user = signedIn();
  const own = await keysOfOwn(user, password);
  await inTurn(async () => create(user, (await present(user)).epoch, own));
}

/** Makes a new recovery key; it counts, and the one before does not, once its owner has saved it. @throws ApiError PASSWORD_WRONG */
export async function renewRecovery(password: string) {
  const user = signedIn();
  const { authKey, kek } = await keysOfPassword(user.email, password);
  const from = { kind: 'password', kek } as const;
  const code = newRecoveryCode();
  const to = { kind: 'recovery', kek: await recoveryKek(code) } as const;
  const rewrap = async () => {
    const answer = await presentKeys(user);
    const vault = await rewrapVault(user.id, answer.keys.vault, from, to).catch((error: unknown) => {
      throw problemOf(error) === 'VAULT_LOCKED' ? passwordWrong() : error;
    });
    return { answer, vault };
  };
  await inTurn(rewrap);
  const save = () =>
    inTurn(async () => {
      const { answer, vault } = await rewrap();
      await send(routes.rewrapVault, {
        epoch: answer.epoch,
        kind: 'recovery',
        wrap: vault.wraps.recovery,
        password: authKey,
      });
      setState({ stored: { ...answer.keys, vault } });
      await confirmSaved(user, answer.epoch);
    });
  setState({ dialog: { kind: 'kit', code, isFirst: false, save } });
}

/** The account and its vault under a new password; a vault that is locked stays so. @throws ApiError PASSWORD_WRONG, PASSWORD_BREACHED */
export async function changePassword({ current, password }: { current: string; password: string }) {
  const user = signedIn();
  const next = await keysOfNewPassword(password);
  const now = await keysOfPassword(user.email, current);
  return inTurn(async () => {
    const { epoch, keys } = await present(user);
    const sealed = keys && (await underNewPassword(user.id, keys, now, next));
    const answer = await send(routes.changePassword, {
      current: now.authKey,
      password: next.authKey,
      kdf: next.kdf,
      ...(sealed && { epoch, wrap: sealed.wraps.password }),
    });
    if (heldKeysOf(user.email)) holdKeys({ email: user.email, authKey: next.authKey, kek: next.kek });
    if (keys && sealed) {
      setState({ stored: { ...keys, vault: sealed } });
      await publish(user, epoch, { ...keys, vault: sealed });
    }
    return answer;
  });
}

async function underNewPassword(
  userId: string,
  { vault }: StoredKeys,
  now: AccountKeys,
  next: Pick<AccountKeys, 'kek'>,
) {
  try {
    return await rewrapVault(userId, vault, { kind: 'password', kek: now.kek }, { kind: 'password', kek: next.kek });
  } catch (error) {
    // Not the right password, which the server says; or the vault waits for its recovery key, and goes on waiting.
    if (problemOf(error) === 'VAULT_LOCKED') return vault;
    throw error;
  }
}

/**
 * What goes with a new API key: the proof of the password and, where its program is to open and seal, a sealing key.
 * @throws ApiError PASSWORD_WRONG; VaultClosed before there are any keys
 */
export async function forProgram(password: string, sealing: boolean) {
  const user = signedIn();
  const keys = await keysOfPassword(user.email, password);
  if (!sealing) return { password: keys.authKey, made: null };
  const { vault } = (await presentKeys(user)).keys;
  const made = await sealingKeyFor(user.id, vault, keys).catch((error: unknown) => {
    throw problemOf(error) === 'VAULT_LOCKED' ? passwordWrong() : error;
  });
  return { password: keys.authKey, made };
}
