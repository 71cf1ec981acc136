import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { noPins, openFormerPins, type Pins } from '@tradepost/sealing/keys/pins';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import type { DeviceStore } from '../contacts/device-store';

/** What earlier releases stored on a device: the newest revision of the pins that it had seen, and the sealed pins. */
interface Seen {
  epoch: number;
  revision: number;
  list?: string;
}

/**
 * The contacts from before there was a ledger, for its first entries. Of the server's list and the device's, the newer one counts.
 * @throws SealingError LEDGER_ROLLED_BACK if the server's is older than one that this device has seen and does not have; TAMPERED
 */
export async function formerPins(
  client: Pick<ApiClient, 'send'>,
  vault: Vault,
  { device, apiKeyId }: { device: DeviceStore; apiKeyId: string | null },
): Promise<Pins> {
  const { keys } = await client.send(apiKeyId === null ? routes.keys : routes.ownKey, {});
  const stored = await device.read('keys-seen');
  const seen = stored === null ? null : (JSON.parse(stored) as Seen);
  const revision = seen?.epoch === vault.epoch ? seen.revision : 0;
  const own = seen?.epoch === vault.epoch ? seen.list : undefined;
  const fromDevice = async (error: unknown) => {
    if (own === undefined || !(error instanceof SealingError && error.problem === 'LEDGER_ROLLED_BACK')) throw error;
    return openFormerPins(vault, own, revision);
  };
  if (keys?.pins) return openFormerPins(vault, keys.pins, revision).catch(fromDevice);
  return revision === 0 ? noPins : fromDevice(new SealingError('LEDGER_ROLLED_BACK'));
}
