import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { SealingError } from '@tradepost/sealing/errors';
import { isFingerprint } from '@tradepost/sealing/keys/bundle';
import { createPersonKey, openPersonKey, verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import {
  openApprovals,
  openByShares,
  recoveryRequest,
  type RecoveryRequest,
} from '@tradepost/sealing/keys/recovery-request';
import { verifyRecoverySet } from '@tradepost/sealing/keys/recovery-set';
import { wrapFor, type Vault } from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import type { Contacts } from '../contacts/contacts';
import { verifyAddressed } from '../contacts/verified-keys';
import type { OwnKeys } from '../keys/keys';
import { ownerOf } from '../keys/owner';
import type { PasswordKeys } from '../keys/passwords';
import { ownRecovery, requireNewest } from './shares';

type Named = Pick<User, 'id' | 'email'>;
type Password = Pick<PasswordKeys, 'kek' | 'prove'>;

/** A recovery that the owner has started. */
interface Started {
  companyId: string;
  requestId: string;
  /** The 40 digits that the owner has read to the members, typed or remembered: never as the server shows them now. */
  number: string;
}

interface Ports {
  /** The owner's record, once the vault is open. */
  contactsOf: (vault: Vault) => Promise<Contacts>;
  /** Called with the addresses of the members with shares that do not match the set. */
  onWrong: (addresses: string[]) => void;
}

/**
 * Asks the members who hold shares, with a fresh key that the owner's password opens. The owner reads its number to each of them.
 * @throws SealingError RECOVERY_REFUSED without a set, and as `shownRecovery`; ApiError RECOVERY_PENDING, KEYS_STALE, PASSWORD_WRONG, TOO_MANY
 */
export async function startRecovery(
  client: Caller,
  owner: Named,
  companyId: string,
  { kek, prove }: Password,
): Promise<RecoveryRequest> {
  const shown = await ownRecovery(client, owner, companyId);
  if (!shown) throw new SealingError('RECOVERY_REFUSED');
  const { set } = shown;
  const requestId = crypto.randomUUID();
  const stored = await createPersonKey(ownerOf(owner), kek);
  const request = await recoveryRequest(requestId, set, await verifyPersonKey(ownerOf(owner), stored.key));
  await client.send(routes.startRecovery, { requestId, setId: set.setId, ...stored, password: await prove() });
  return request;
}

/**
 * The recovery that the owner has started, on any device: its number again, which the server cannot exchange, because the password opens the fresh key.
 * @throws SealingError RECOVERY_REFUSED without one, VAULT_LOCKED if another password has started it, and as `shownRecovery`; ApiError
 */
export async function startedRecovery(
  client: Caller,
  owner: Named,
  companyId: string,
  { kek }: Pick<Password, 'kek'>,
): Promise<RecoveryRequest> {
  const shown = await ownRecovery(client, owner, companyId);
  const started = shown?.sent.request;
  if (!shown || !started || started.wrap === null) throw new SealingError('RECOVERY_REFUSED');
  const { key, wrap } = started;
  return recoveryRequest(started.requestId, shown.set, await openPersonKey(ownerOf(owner), { key, wrap }, { kek }));
}

/**
 * Opens the vault with the shares that members have given, and wraps its key for the present password. Nothing is sent unless the vault, the set and
 * the owner's record belong together, and the members have compared them: a server could make up all of it while the vault is closed.
 * @throws SealingError RECOVERY_INCOMPLETE with too few right shares, VAULT_LOCKED if another password has started it, RECOVERY_REFUSED, also for
 * another number, TAMPERED and as `Contacts.auditOwn`; ApiError RECOVERY_INCOMPLETE, NOT_FOUND, KEYS_STALE, PASSWORD_WRONG
 */
export async function finishRecovery(
  client: Caller,
  owner: Named,
  { companyId, requestId, number }: Started,
  { kek, prove }: Password,
  { contactsOf, onWrong }: Ports,
): Promise<OwnKeys> {
  const given = await client.send(routes.approvedRecovery, { id: requestId });
  const { epoch, keys } = await client.send(routes.keys, {});
  if (!keys) throw new SealingError('RECOVERY_REFUSED');
  const company = await verifyAddressed({ userId: owner.id, email: owner.email, bundle: keys.bundle });
  const set = await verifyRecoverySet({ companyId, company }, given.set);
  const fresh = await openPersonKey(ownerOf(owner), given.key, { kek });
  const request = await recoveryRequest(requestId, set, fresh);
  if (!isFingerprint(number, request)) throw new SealingError('RECOVERY_REFUSED');
  const { shares, wrong } = await openApprovals(request, fresh, given.approvals);
  if (wrong.length > 0) onWrong(wrong);
  const stored = { vault: keys.vault, bundle: keys.bundle, wrap: given.wrap };
  const { vault, sealed, unlock } = await openByShares(ownerOf(owner), set, shares, stored);
  const contacts = await contactsOf(vault);
  await contacts.auditOwn();
  await requireNewest({ vault, contacts }, set);
  const wrap = await wrapFor(owner.id, sealed, unlock, { kind: 'password', kek });
  await client.send(routes.finishRecovery, { id: requestId, epoch, wrap, password: await prove() });
  await contacts.ledger.record(() => [{ type: 'recovery', set: null }]);
  const wraps = { ...keys.vault.wraps, password: wrap };
  // as the server has it now: the owner has lost the recovery key
  return { vault, keys: { ...keys, recoverySaved: false, vault: { ...keys.vault, wraps } } };
}
