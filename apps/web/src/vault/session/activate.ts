import { stateAddress } from '@tradepost/client/contacts/stated-keys';
import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { readToken } from '../../session/token';
import { send } from '../../api/send';
import { rememberSeen, storeKey, wipeKeys } from '../device';
import { forgetPasskeyUnlock } from '../passkey-unlock';
import { forgetPasswordKeys } from '../password-keys';
import type { KeysAnswer } from '../queries';
import { useVaultStore } from '../vault.store';
import { contactsOf } from '../key-log/logged-contacts';
import { resolvePendingUnlocks } from './pending-unlocks';
import { otherTabs } from './server-keys';
import type { User } from './user';

const { getState, setState } = useVaultStore;

/** Stores the key on the device. False when the session has ended in any tab: then nothing stays on the device. */
async function storeWhileSignedIn(userId: string, epoch: number, { key }: Vault): Promise<boolean> {
  if (!readToken()) return false;
  await storeKey(userId, { epoch, key });
  if (readToken()) return true;
  await wipeKeys();
  return false;
}

/** Puts an opened and checked vault to use. */
export async function activate(user: User, opened: Vault, answer: KeysAnswer & { keys: StoredKeys }) {
  const { epoch } = answer;
  const { vault, bundle } = await stateAddress({ send }, opened, answer.keys.bundle, user.email);
  const keys = { ...answer.keys, bundle };
  const before = getState();
  const isOpen = before.vault?.userId === user.id && before.epoch === epoch;
  const contacts = (isOpen && before.contacts) || contactsOf(user, vault);
  const { pins } = await contacts.ledger.load();
  if (!isOpen) await contacts.auditOwn();
  if (!(await storeWhileSignedIn(user.id, epoch, vault))) return;
  rememberSeen(user.id, { epoch });
  forgetPasswordKeys();
  forgetPasskeyUnlock();
  setState({
    state: 'open',
    vault,
    contacts,
    pins,
    epoch,
    stored: keys,
    needsRecovery: false,
    refused: null,
    ...(before.dialog?.kind === 'open' && { dialog: null }),
  });
  resolvePendingUnlocks(vault);
  if (before.state !== 'open') otherTabs.postMessage('opened');
}
