import { giveCompanyKey } from '@tradepost/client/company/giving';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { send } from '../../api/send';
import { useAuth } from '../../session/auth.store';
import { unlock } from '../own-keys';
import { keysOfOwnPassword } from '../password/password';
import { requireKeyring } from '../pins';
import { VaultClosed } from '../texts';
import { useVaultStore } from '../vault.store';

/**
 * Gives a member the keys of the owner's company.
 * @param compared the member's key, after the owner has compared its number
 * @throws ApiError PASSWORD_WRONG, KEYS_STALE, ROLE_WITHOUT_KEYS, COMPANY_KEY_INVALID; SealingError; VaultClosed
 */
export async function giveKeys(compared: VerifiedPersonKey, password: string): Promise<void> {
  const companyId = useAuth.getState().user?.companyId;
  if (!companyId) throw new VaultClosed();
  const { state, refused } = useVaultStore.getState();
  if (state === 'locked' && !refused) await unlock(password);
  const keyring = await requireKeyring();
  await giveCompanyKey({ send }, keyring, companyId, compared, await keysOfOwnPassword(password));
}
