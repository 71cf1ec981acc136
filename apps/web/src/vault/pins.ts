import { routes } from '@tradepost/contracts/routes';
import type { Contact, VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import { checkPin, isPinned, pin, pinOf, sealPins, type PinSource, type Standing } from '@tradepost/sealing/keys/pins';
import { failedWith } from '../api/failed-with';
import { send } from '../api/send';
import { rememberSeen } from './device';
import { reconcileNow, requireVault } from './session/reconcile';
import { runExclusive } from './session/run-exclusive';
import { fetchAnswer, publishKeys } from './session/server-keys';
import { requireUser } from './session/user';
import { VaultClosed } from './texts';
import { useVaultStore } from './vault.store';

const { getState, setState } = useVaultStore;
const pinAttempts = 4;

export async function checkContact(contact: VerifiedBundle): Promise<Standing> {
  await requireVault();
  const { pins } = getState();
  if (!pins) throw new VaultClosed();
  return checkPin(pins, contact);
}

export async function pinContact(contact: Contact, how: PinSource): Promise<void> {
  await requireVault();
  const user = requireUser();
  await runExclusive(async () => {
    for (let attempt = 1; ; attempt++) {
      const { vault, pins, epoch, stored } = getState();
      if (!vault || !pins || !stored) throw new VaultClosed();
      const standing = checkPin(pins, contact);
      if (how === 'first' && standing === 'same' && isPinned(pins, contact)) return;
      // only the person may replace other keys, which another device may have pinned since
      if (how === 'first' && standing === 'changed') throw new SealingError('KEY_CHANGED');
      const next = pin(pins, pinOf(contact, how));
      const sealed = await sealPins(vault, next);
      try {
        await send(routes.savePins, { epoch, revision: stored.revision + 1, pins: sealed });
      } catch (error) {
        if (!failedWith(error, 'KEYS_STALE') || attempt === pinAttempts) throw error;
        await reconcileNow(user, await fetchAnswer(user));
        continue;
      }
      const keys = { ...stored, pins: sealed, revision: stored.revision + 1 };
      rememberSeen(user.id, { epoch, revision: next.revision, list: sealed });
      setState({ pins: next, stored: keys });
      return publishKeys(user, epoch, keys);
    }
  });
}
