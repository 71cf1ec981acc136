import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import { approveRecovery, recoveryRequest, type RecoveryRequest } from '@tradepost/sealing/keys/recovery-request';
import type { Caller } from '../api/api-client';
import { confirmCompany, knownAs, type ActingMember } from '../company/company-keyring';
import { openOwnKey } from '../company/person-key';
import type { DeviceStore } from '../contacts/device-store';
import type { KeyLog } from '../keys/key-log';
import type { PasswordKeys } from '../keys/passwords';
import { shownRecovery } from './shares';

interface Ports {
  /** Of this person for this company: it remembers the company's key. */
  device: DeviceStore;
  keyLog: KeyLog;
}

/** A recovery that waits for this member. */
export interface WaitingRecovery {
  /** The company's keys, which have signed the set. */
  company: Contact;
  /** Its number covers the set and the owner's fresh key. */
  request: RecoveryRequest;
}

/**
 * The recovery that the owner has started; null if there is none. Show its number, and have the member compare it with the owner. The set must be
 * signed by the company's newest keys in the key log, which are the known ones of this device.
 * @throws SealingError KEY_CHANGED, KEY_NOT_LOGGED, RECOVERY_REFUSED, BAD_SIGNATURE, KEY_UNPROVEN, and as `KeyLog.requireLogged`; ApiError
 */
export async function waitingRecovery(
  client: Caller,
  { companyId }: ActingMember,
  { device, keyLog }: Ports,
): Promise<WaitingRecovery | null> {
  const shown = await shownRecovery(client, companyId);
  const asked = shown?.sent.request;
  if (!shown || !asked) return null;
  const { company, set } = shown;
  if ((await knownAs(device, company)) === 'changed') throw new SealingError('KEY_CHANGED');
  await keyLog.requireLogged(company);
  const { userId, address } = company;
  const key = await verifyPersonKey({ userId, address }, asked.key);
  return { company, request: await recoveryRequest(asked.requestId, set, key) };
}

/**
 * Gives the member's share for the recovery with the compared number, sealed to its key; it asks the server for no other.
 * @throws SealingError RECOVERY_REFUSED without a share for this member's present key in this set, VAULT_LOCKED; ApiError NOT_FOUND, PASSWORD_WRONG
 */
export async function approveWaiting(
  client: Caller,
  member: ActingMember,
  { company, request }: WaitingRecovery,
  { kek, prove }: Pick<PasswordKeys, 'kek' | 'prove'>,
  device: DeviceStore,
): Promise<void> {
  const { share } = await client.send(routes.recovery, {});
  const person = share === null ? null : await openOwnKey(client, member, { kek });
  if (share === null || !person) throw new SealingError('RECOVERY_REFUSED');
  const sealed = await approveRecovery(request, person, share);
  await confirmCompany(device, company);
  await client.send(routes.approveRecovery, { id: request.requestId, sealed, password: await prove() });
}
