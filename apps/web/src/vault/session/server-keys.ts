import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { queryClient } from '../../api/query-client';
import { isRolledBack } from '@tradepost/client/keys/rolled-back.policy';
import { keysQuery, type KeysAnswer } from '../queries';
import { messageFor, VaultClosed } from '../texts';
import type { User } from './user';
import { t } from '../../i18n/t';

/** Tells the other tabs of this browser that the vault was opened or its keys changed. */
export const otherTabs = new BroadcastChannel('vault');

/** What the server answers now, unchecked. */
export const fetchAnswer = (user: User) => queryClient.fetchQuery({ ...keysQuery(user.id), staleTime: 0 });

/** What the server answers now. @throws VaultClosed when it is older than what this device has seen */
export async function fetchCurrent(user: User): Promise<KeysAnswer> {
  const answer = await fetchAnswer(user);
  if (isRolledBack(answer)) throw new VaultClosed(messageFor('KEYS_ROLLED_BACK'));
  return answer;
}

/** @throws VaultClosed when there are no keys yet, or as `fetchCurrent` */
export async function fetchCurrentKeys(user: User): Promise<KeysAnswer & { keys: StoredKeys }> {
  const { keys, ...answer } = await fetchCurrent(user);
  if (!keys) throw new VaultClosed(t('There are no encryption keys yet.'));
  return { ...answer, keys };
}

/** Replaces the cached answer after a change that this tab made, and notifies the other tabs. */
export async function publishKeys(user: User, epoch: number, keys: StoredKeys) {
  const { queryKey } = keysQuery(user.id);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<KeysAnswer>(queryKey, { epoch, keys, seen: { epoch: 0 } });
  otherTabs.postMessage('changed');
}
