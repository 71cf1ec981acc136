import type { KeyHandover } from '@tradepost/contracts/encryption/key-handover';
import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import {
  askHandover,
  compareHandover,
  giveHandover,
  handedOver,
  type AskedHandover,
  type ComparedHandover,
} from '@tradepost/sealing/keys/key-handover';
import {
  verifyPersonKey,
  type PersonUnlock,
  type StoredPersonKey,
  type VerifiedPersonKey,
} from '@tradepost/sealing/keys/person-key';
import type { Caller } from '../api/api-client';
import { ownerOf } from '../keys/owner';

type Named = Pick<User, 'id' | 'email'>;

/** Wrong numbers after which the request of a device is ended: the person should look at it, instead of trying once more. */
export const numberTries = 3;

/** What a device has asked for, with what only this device knows. */
export interface OwnHandover extends AskedHandover {
  /** As the server shows it. */
  shown: KeyHandover;
}

/** @throws SealingError VAULT_LOCKED without a key */
async function sentKey(client: Caller, person: Named): Promise<{ stored: StoredPersonKey; stated: VerifiedPersonKey }> {
  const { key: stored } = await client.send(routes.personKey, {});
  if (!stored) throw new SealingError('VAULT_LOCKED');
  return { stored, stated: await verifyPersonKey(ownerOf(person), stored.key) };
}

/**
 * Asks the person's other devices for the key, with a fresh one. Show its number (`fingerprint`) to the person, who types it on another device.
 * @throws SealingError VAULT_LOCKED without a key; ApiError KEY_HANDOVER_PENDING, KEYS_STALE, PASSWORD_SIGN_IN_REQUIRED, TOO_MANY
 */
export async function askOtherDevices(client: Caller, person: Named): Promise<OwnHandover> {
  const { stored, stated } = await sentKey(client, person);
  const asked = await askHandover(stated);
  const { hpkePublic } = stored.key;
  const { handover } = await client.send(routes.startKeyHandover, { ...asked.sent, hpkePublic });
  return { ...asked, shown: handover };
}

/**
 * Takes what another device has given, and requires that it is the key for which the number was shown.
 * @returns what opens the key on this device from now on
 * @throws SealingError VAULT_LOCKED if it is not; ApiError NOT_FOUND before another device has given it, and once it was taken or has expired
 */
export async function takeKey(client: Caller, asked: OwnHandover): Promise<PersonUnlock> {
  const { sealed } = await client.send(routes.takeKeyHandover, { id: asked.requestId });
  const unlock = handedOver(asked, sealed);
  (await unlock.open(asked.person)).fill(0);
  return unlock;
}

/**
 * Compares the number that the person reads on the new device with what the server says that this device asks for.
 * @param shown what the person was shown: nothing is given for another request
 * @throws SealingError KEY_HANDOVER_REFUSED unless the device with this number asks for this person's present key; VAULT_LOCKED without a key; ApiError
 */
export async function compareNumber(
  client: Caller,
  person: Named,
  { requestId, sealedPublic }: Pick<KeyHandover, 'requestId' | 'sealedPublic'>,
  typed: string,
): Promise<ComparedHandover> {
  const { stated } = await sentKey(client, person);
  return compareHandover(stated, { requestId, sealedPublic }, typed);
}

/**
 * Gives the person's key to the device with the compared number. It asks the server for no other fresh key.
 * @throws SealingError KEY_HANDOVER_REFUSED if the person has another key by now, VAULT_LOCKED; ApiError NOT_FOUND once the request has ended
 */
export async function giveKey(
  client: Caller,
  person: Named,
  compared: ComparedHandover,
  unlock: PersonUnlock,
): Promise<void> {
  const { stored } = await sentKey(client, person);
  const sealed = await giveHandover(compared, stored, unlock);
  await client.send(routes.giveKeyHandover, { id: compared.requestId, sealed });
}
