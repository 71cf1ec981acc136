import { keyHolders, type KeyHolder } from '@tradepost/client/company/remaining';
import { withRecovery } from '@tradepost/client/keys/change-keys';
import type { PasswordKeys } from '@tradepost/client/keys/passwords';
import { rotateKeys, type RemainingMembers } from '@tradepost/client/keys/rotate-keys';
import { allMembers } from '@tradepost/client/members/all-members';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { queryClient } from '../api/query-client';
import { send } from '../api/send';
import { useAuth } from '../session/auth.store';
import { keysOfOwnPassword } from './password/password';
import { requireKeyring } from './pins';
import { activate } from './session/activate';
import { confirmRecoverySaved } from './session/create-keys';
import { runExclusive } from './session/run-exclusive';
import { fetchCurrentKeys } from './session/server-keys';
import { requireUser, type User } from './session/user';
import { VaultClosed } from './texts';
import { useVaultStore } from './vault.store';

const { getState, setState } = useVaultStore;

const companyId = () => useAuth.getState().user?.companyId ?? null;

/** The members who have the keys of the owner's company; none without a company. @throws VaultClosed, SealingError, ApiError */
export async function presentHolders(): Promise<KeyHolder[]> {
  if (companyId() === null) return [];
  const { contacts } = await requireKeyring();
  return keyHolders({ send }, contacts.ledger, await allMembers({ send }, { may: 'keys' }));
}

/**
 * Shows the new recovery key. Once its owner has saved it, new keys replace the present ones and carry them.
 * @param keys of the members who get the new keys @throws ApiError PASSWORD_WRONG
 */
export async function startRotation({ password, keys }: { password: string; keys: VerifiedPersonKey[] }) {
  const user = requireUser();
  const own = await keysOfOwnPassword(password);
  const code = newRecoveryCode();
  const id = companyId();
  const remaining = id === null ? null : { companyId: id, keys };
  // a wrong password is refused before the person saves the code
  await runExclusive(async () => withRecovery(user.id, (await fetchCurrentKeys(user)).keys.vault, own, code));
  const save = () => runExclusive(() => rotate(user, remaining, own, code));
  setState({ dialog: { kind: 'kit', code, reason: 'new-keys', save } });
}

async function rotate(
  user: User,
  remaining: RemainingMembers | null,
  own: Pick<PasswordKeys, 'kek' | 'prove'>,
  code: string,
) {
  const answer = await fetchCurrentKeys(user);
  const { vault: open, contacts } = getState();
  if (!open || !contacts) throw new VaultClosed();
  const { vault, keys } = await rotateKeys({ send }, user, { vault: open, contacts }, answer, remaining, own, code);
  const { epoch } = vault;
  await activate(user, vault, { epoch, keys, seen: { epoch: 0 } });
  await confirmRecoverySaved(user, epoch);
  await queryClient.invalidateQueries({ queryKey: ['members'] });
}
