import { restoredPins } from '@tradepost/client/contacts/restored-pins';
import { routes } from '@tradepost/contracts/routes';
import { sealPins, type Pin } from '@tradepost/sealing/keys/pins';
import { openVault } from '@tradepost/sealing/keys/vault';
import { send } from '../api/send';
import { keysOfOwnPassword } from './password/password';
import { activate } from './session/activate';
import { runExclusive } from './session/run-exclusive';
import { fetchCurrentKeys, publishKeys } from './session/server-keys';
import { requireUser } from './session/user';
import { VaultClosed } from './texts';

export interface Review {
  /** Contacts that this device knows and the server's list lacks, or has with other keys. */
  lost: Pin[];
  /** Uses the server's list again, with these contacts. @throws ApiError */
  accept: () => Promise<void>;
}

/**
 * Compares the server's older list of contacts with this device's, after a restore from backup.
 * @throws SealingError VAULT_LOCKED for a wrong password; VaultClosed when the list is not older
 */
export async function reviewRestored(password: string): Promise<Review> {
  const user = requireUser();
  const { kek } = await keysOfOwnPassword(password);
  return runExclusive(async () => {
    const answer = await fetchCurrentKeys(user);
    const { epoch, keys, seen } = answer;
    const vault = await openVault(user.id, keys.vault, keys.bundle, { kind: 'password', kek });
    const restored = await restoredPins(vault, keys.pins, {
      list: seen.list ?? null,
      revision: seen.epoch === epoch ? seen.revision : 0,
    });
    if (!restored) throw new VaultClosed('The list on the server is up to date. Please reload the page.');
    const accept = async () => {
      const pins = await sealPins(vault, restored.merged);
      const revision = keys.revision + 1;
      await send(routes.savePins, { epoch, revision, pins });
      const accepted = { ...keys, pins, revision };
      await activate(user, vault, { ...answer, keys: accepted });
      await publishKeys(user, epoch, accepted);
    };
    return { lost: restored.lost, accept: () => runExclusive(accept) };
  });
}
