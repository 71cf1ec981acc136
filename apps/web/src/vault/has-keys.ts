import type { User } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { useAuth, useUser } from '../session/auth.store';
import { usesVault } from '../session/may';
import { t } from '../i18n/t';
import { useVaultStore, type VaultState } from './vault.store';

/** Why a member of a company cannot open, change or send a sealed file of it: as OWNER_KEYS_REQUIRED, which would load the rules of all forms. */
export const noKeysText = t(
  'You have no access to the end-to-end encrypted files of your company. Ask its owner to give you encryption keys, or use standard encryption',
);

/** Until it is known what the owner has given, a member with a role that uses keys counts as having them: nothing is then sent without a question. */
const isWithKeys = (user: User | null, state: VaultState['state']): boolean =>
  user === null || isOwner(user) || (usesVault(user) && state !== 'none');

/** Whether the person works with what is end-to-end encrypted: an owner does, and members who have the keys of the company. */
export function useHasKeys(): boolean {
  const user = useUser();
  return useVaultStore(({ state }) => isWithKeys(user, state));
}

/** As `useHasKeys`, now. */
export const hasKeys = (): boolean => isWithKeys(useAuth.getState().user, useVaultStore.getState().state);
