import type { Contacts } from '@tradepost/client/contacts/contacts';
import { UnreadableEntry } from '@tradepost/client/ledger/unreadable-entry';
import { stateAddress } from '@tradepost/client/contacts/stated-keys';
import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { readToken } from '../../session/token';
import { send } from '../../api/send';
import { isInUse } from '../company/member';
import { deviceOf, rememberSeen, storeKey, wipeKeys } from '../device';
import { forgetPasskeyUnlock } from '../passkey-unlock';
import { forgetPasswordKeys } from '../password-keys';
import type { KeysAnswer } from '../queries';
import { useVaultStore, type VaultState } from '../vault.store';
import { contactsOn } from '../key-log/logged-contacts';
import { refuseKeysFor, resolvePendingUnlocks } from './pending-unlocks';
import { otherTabs } from './server-keys';
import type { User } from './user';

const { getState, setState } = useVaultStore;

/** Stores the key on the device. False when the session has ended in any tab: then nothing stays on the device. */
async function storeWhileSignedIn(name: string, epoch: number, { key }: Vault): Promise<boolean> {
  if (!readToken()) return false;
  await storeKey(name, { epoch, key });
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
  const contacts = (isOpen && before.contacts) || contactsOn(deviceOf(user.id), vault);
  const { pins } = await contacts.ledger.load().catch((error: unknown) => {
    // also where a dialog opens the vault: the notice says what its owner can do
    if (error instanceof UnreadableEntry && isInUse(user.id)) refuseKeysFor(error);
    throw error;
  });
  if (!isOpen) await contacts.auditOwn();
  if (!(await putToUse(user.id, { vault, contacts, pins, epoch, stored: keys }))) return;
  rememberSeen(user.id, { epoch });
}

interface Opened extends Pick<VaultState, 'pins' | 'epoch' | 'stored'> {
  vault: Vault;
  contacts: Contacts;
}

/**
 * Uses these keys from now on, and stores their key on the device under this name.
 * @returns false when the session has ended, or the person acts for another company by now
 */
export async function putToUse(name: string, opened: Opened): Promise<boolean> {
  const { vault, epoch } = opened;
  if (!(await storeWhileSignedIn(name, epoch, vault)) || !isInUse(name)) return false;
  forgetPasswordKeys();
  forgetPasskeyUnlock();
  const before = getState();
  setState({
    ...opened,
    state: 'open',
    needsRecovery: false,
    refused: null,
    unreadable: null,
    ...(before.dialog?.kind === 'open' && { dialog: null }),
  });
  resolvePendingUnlocks(vault);
  if (before.state !== 'open') otherTabs.postMessage('opened');
  return true;
}
