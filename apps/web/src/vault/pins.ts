import { routes } from '@tradepost/contracts/routes';
import type { VerifiedBundle } from '@tradepost/sealing/bundle';
import { SealingError } from '@tradepost/sealing/errors';
import { checkPin, pin, sealPins } from '@tradepost/sealing/pins';
import { send } from '../api/send';
import { rememberSeen } from './device';
import { failedWith, inTurn, publish, readAnswer, requireVault, settleNow, signedIn } from './keeper';
import { useVaultStore } from './vault.store';
import { VaultClosed } from './words';

const { getState, setState } = useVaultStore;
const pinAttempts = 4;

export async function checkContact(contact: VerifiedBundle): Promise<'first' | 'same' | 'changed'> {
  await requireVault();
  const { pins } = getState();
  if (!pins) throw new VaultClosed();
  return checkPin(pins, contact);
}

export async function pinContact(contact: VerifiedBundle): Promise<void> {
  await requireVault();
  const user = signedIn();
  await inTurn(async () => {
    let known: ReturnType<typeof checkPin> | undefined;
    for (let attempt = 1; ; attempt++) {
      const { vault, pins, epoch, stored } = getState();
      if (!vault || !pins || !stored) throw new VaultClosed();
      const now = checkPin(pins, contact);
      if (now === 'same') return;
      known ??= now;
      // another device has seen other keys meanwhile: only the person may put these in their place
      if (known === 'first' && now === 'changed') throw new SealingError('KEY_CHANGED');
      const next = pin(pins, contact);
      const sealed = await sealPins(vault, next);
      try {
        await send(routes.savePins, { epoch, revision: next.revision, pins: sealed });
      } catch (error) {
        if (!failedWith(error, 'KEYS_STALE') || attempt === pinAttempts) throw error;
        await settleNow(user, await readAnswer(user));
        continue;
      }
      const keys = { ...stored, pins: sealed, revision: next.revision };
      rememberSeen(user.id, { epoch, revision: next.revision });
      setState({ pins: next, stored: keys });
      return publish(user, epoch, keys);
    }
  });
}
