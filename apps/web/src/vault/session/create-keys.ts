import { createNextKeys } from '@tradepost/client/keys/keys';
import { routes } from '@tradepost/contracts/routes';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { send } from '../../api/send';
import type { TypedPassword } from '../password-keys';
import { useVaultStore } from '../vault.store';
import { activate } from './activate';
import { publishKeys } from './server-keys';
import type { User } from './user';

const { getState, setState } = useVaultStore;

/**
 * Creates the keys of the epoch after the current one.
 * @param kitIs `unseen`: the person did not ask for keys, so their recovery key waits for the first sealed upload
 */
export async function createKeys(
  user: User,
  currentEpoch: number,
  password: TypedPassword,
  kitIs: 'shown' | 'unseen' = 'shown',
) {
  const epoch = currentEpoch + 1;
  const code = newRecoveryCode();
  const { vault, keys } = await createNextKeys({ send }, user, currentEpoch, password, code);
  await activate(user, vault, { epoch, keys, seen: { epoch: 0 } });
  const kit = { kind: 'kit', code, reason: 'first-keys', save: () => confirmRecoverySaved(user, epoch) } as const;
  setState(kitIs === 'shown' ? { dialog: kit } : { unseenKit: kit });
  await publishKeys(user, epoch, keys);
}

/** Records that the person has saved the recovery key. */
export async function confirmRecoverySaved(user: User, epoch: number) {
  await send(routes.confirmRecovery, { epoch });
  const { stored } = getState();
  if (!stored) return;
  const keys = { ...stored, recoverySaved: true };
  setState({ stored: keys });
  await publishKeys(user, epoch, keys);
}

/** Shows the recovery key that its owner has not seen yet; only once, unless a dialog is open. */
export function showUnseenKit() {
  const { unseenKit, dialog } = getState();
  if (unseenKit && !dialog) setState({ dialog: unseenKit, unseenKit: null });
}
