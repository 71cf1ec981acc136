import { orWrongPassword } from '@tradepost/client/keys/change-keys';
import { removeUnreadableEntries } from '@tradepost/client/ledger/repair';
import type { ShownUnreadable } from '@tradepost/client/ledger/unreadable-entry';
import { openVault } from '@tradepost/sealing/keys/vault';
import { send } from '../api/send';
import { deviceOf } from './device';
import { contactsOn } from './key-log/logged-contacts';
import { keysOfOwnPassword } from './password/password';
import { activate } from './session/activate';
import { runExclusive } from './session/run-exclusive';
import { fetchCurrentKeys, otherTabs } from './session/server-keys';
import { requireUser } from './session/user';
import { VaultClosed } from './texts';
import { t } from '../i18n/t';

/**
 * Removes the entries of the company's ledger that cannot be read, and uses the keys again.
 * @returns how many @throws VaultClosed when all can be read; ApiError and SealingError as `removeUnreadableEntries`
 */
export async function removeUnreadable(password: string, shown: ShownUnreadable): Promise<number> {
  const user = requireUser();
  const keys = await keysOfOwnPassword(password);
  return runExclusive(async () => {
    const answer = await fetchCurrentKeys(user);
    const { vault: sealed, bundle } = answer.keys;
    const vault = await orWrongPassword(openVault(user.id, sealed, bundle, { kind: 'password', kek: keys.kek }));
    const contacts = contactsOn(deviceOf(user.id), vault);
    const count = await removeUnreadableEntries({ send }, { vault, contacts }, shown, keys);
    if (count === null) throw new VaultClosed(t('The record on the server is up to date. Please reload the page.'));
    await activate(user, vault, answer);
    otherTabs.postMessage('changed');
    return count;
  });
}
