import { acceptHandover, handoverTo, startHandover } from '@tradepost/client/company/handover';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { send } from '../../api/send';
import { unlock } from '../own-keys';
import { keysOfNewPassword, keysOfOwnPassword } from '../password/password';
import { requireKeyring } from '../pins';
import { VaultClosed } from '../texts';
import { useVaultStore } from '../vault.store';
import { actingMember } from './member';

/** What the owner states to hand the company over. */
export interface NamedSuccessor {
  memberId: string;
  password: string;
  code: string;
}

/** Names the member who takes the owner's company over. @throws ApiError, SealingError as `startHandover` of the client; VaultClosed */
export async function handOver({ memberId, password, code }: NamedSuccessor): Promise<void> {
  const own = await keysOfOwnPassword(password);
  const { state, refused } = useVaultStore.getState();
  if (state === 'locked' && !refused) await unlock(password);
  await startHandover({ send }, await requireKeyring(), memberId, own, code);
}

/** What the member states to take the company over. */
export interface TakingOver {
  current: string;
  /** Of the owner's account from now on. */
  password: string;
}

/**
 * Makes the member the owner of the company. Nobody learns its new recovery key: the owner is asked to save one after signing in.
 * @throws ApiError, SealingError as `acceptHandover` of the client, PASSWORD_BREACHED, PASSWORD_GUESSABLE; VaultClosed
 */
export async function takeOver({ current, password }: TakingOver): Promise<void> {
  const member = actingMember();
  if (!member) throw new VaultClosed();
  const keyring = await requireKeyring();
  const { email } = await handoverTo({ send }, member, keyring);
  const own = await keysOfOwnPassword(current, 'current');
  const next = await keysOfNewPassword({ email, password }, own.serverKey);
  await acceptHandover({ send }, member, keyring, own, next, { code: newRecoveryCode(), isSaved: false });
}
