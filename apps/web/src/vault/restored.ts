import { reviewLedger, type LedgerReview } from '@tradepost/client/ledger/restore';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import { routes } from '@tradepost/contracts/routes';
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

export interface Review extends LedgerReview {
  /** Those that can be used now. */
  apiKeys: ApiKeyView[];
}

/**
 * Compares the server's ledger with this device's, after a restore from backup.
 * @throws SealingError VAULT_LOCKED for a wrong password; VaultClosed when nothing is lost
 */
export async function reviewRestored(password: string): Promise<Review> {
  const user = requireUser();
  const { kek } = await keysOfOwnPassword(password);
  return runExclusive(async () => {
    const answer = await fetchCurrentKeys(user);
    const { keys } = answer;
    const vault = await openVault(user.id, keys.vault, keys.bundle, { kind: 'password', kek });
    const { ledger, keyLog } = contactsOn(deviceOf(user.id), vault);
    const review = await reviewLedger(ledger, keyLog);
    if (!review) throw new VaultClosed(t('The record on the server is up to date. Please reload the page.'));
    const apiKeys = (await send(routes.apiKeys, {})).filter(({ revokedAt }) => revokedAt === null);
    const accept: Review['accept'] = async (isConfirmed) => {
      await review.accept(isConfirmed);
      await activate(user, vault, answer);
      otherTabs.postMessage('changed');
    };
    return { ...review, apiKeys, accept: (isConfirmed) => runExclusive(() => accept(isConfirmed)) };
  });
}
