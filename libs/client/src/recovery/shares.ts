import type { User } from '@tradepost/contracts/identity';
import { routes, type RouteOut } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { isContact, type Contact } from '@tradepost/sealing/keys/bundle';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { splitRecovery, verifyRecoverySet, type VerifiedRecoverySet } from '@tradepost/sealing/keys/recovery-set';
import type { Caller } from '../api/api-client';
import type { Keyring } from '../contacts/keyring';
import { requireTexts, verifyAddressed } from '../contacts/verified-keys';
import { orWrongPassword } from '../keys/change-keys';
import { ownerOf } from '../keys/owner';
import type { PasswordKeys } from '../keys/passwords';

/** The recovery of a company as the server shows it, with a verified set. */
export interface ShownRecovery {
  sent: RouteOut<typeof routes.recovery>;
  /** The company's keys that have signed the set. */
  company: Contact;
  set: VerifiedRecoverySet;
}

/**
 * The set of shares of the company, as the server shows it; null if there is none. Only its signature is verified: whether the keys are the company's,
 * and the set the newest, is for the caller.
 * @throws SealingError RECOVERY_REFUSED, BAD_SIGNATURE, KEY_UNPROVEN, MALFORMED; ApiError
 */
export async function shownRecovery(client: Caller, companyId: string): Promise<ShownRecovery | null> {
  const sent = await client.send(routes.recovery, {});
  if (sent.companyId !== companyId) throw new SealingError('RECOVERY_REFUSED');
  const { owner, bundle, set } = sent;
  if (!set || !bundle) return null;
  requireTexts(owner.email);
  const company = await verifyAddressed({ ...owner, bundle });
  return { sent, company, set: await verifyRecoverySet({ companyId, company }, set) };
}

/** As `shownRecovery`, of the person's own company. @throws SealingError as it; RECOVERY_REFUSED for another owner */
export async function ownRecovery(
  client: Caller,
  owner: Pick<User, 'id' | 'email'>,
  companyId: string,
): Promise<ShownRecovery | null> {
  const shown = await shownRecovery(client, companyId);
  const { userId, address } = ownerOf(owner);
  if (shown && (shown.company.userId !== userId || shown.company.address !== address))
    throw new SealingError('RECOVERY_REFUSED');
  return shown;
}

/** Requires that the set is the newest of the owner's record, or an earlier one that the newest may not have replaced. @throws SealingError RECOVERY_REFUSED; errors of `Ledger.load` */
export async function requireNewest({ contacts }: Keyring, { id }: VerifiedRecoverySet): Promise<void> {
  const { recoveries } = await contacts.ledger.load();
  if (!recoveries.includes(toBase64url(id))) throw new SealingError('RECOVERY_REFUSED');
}

/**
 * Splits a fresh recovery secret among members, in place of the former one. The record has it before it is sent and again once it is stored: if the
 * client or the connection stops in between, the set that the server has is still used.
 * @param holders keys of members, after the owner has compared their numbers
 * @throws SealingError RECOVERY_REFUSED unless 2 to 8 members hold shares and 2 to all of them are needed, KEY_CHANGED; ApiError PASSWORD_WRONG,
 * KEYS_STALE, RECOVERY_INVALID; errors of `Ledger.load`
 */
export async function splitAmong(
  client: Caller,
  { vault, contacts }: Keyring,
  companyId: string,
  shares: { holders: readonly VerifiedPersonKey[]; threshold: number },
  { kek, prove }: Pick<PasswordKeys, 'kek' | 'prove'>,
): Promise<VerifiedRecoverySet> {
  const { own } = vault;
  const { keys } = await client.send(routes.keys, {});
  if (!keys || !isContact(own) || keys.vault.epoch !== own.epoch) throw new SealingError('KEY_CHANGED');
  const parties = { companyId, company: own };
  const unlock = { kind: 'password', kek } as const;
  const { set, wrap, sealed } = await orWrongPassword(splitRecovery(parties, shares, vault, keys.vault, unlock));
  const { id, ...stated } = set;
  const recorded = { type: 'recovery', set: toBase64url(id) } as const;
  await contacts.ledger.record(() => [recorded]);
  await client.send(routes.saveRecovery, { set: stated, sealed, wrap, password: await prove() });
  await contacts.ledger.record(() => [recorded]);
  return set;
}

/**
 * Ends the set of shares. The record has it once the server has: if the client stops in between, no set that the server has is refused.
 * @param keyring null with a closed vault: then the record still names the set @throws ApiError PASSWORD_WRONG, NOT_FOUND; errors of `Ledger.load`
 */
export async function endShares(
  client: Caller,
  keyring: Keyring | null,
  { prove }: Pick<PasswordKeys, 'prove'>,
): Promise<void> {
  await client.send(routes.endRecovery, { password: await prove() });
  await keyring?.contacts.ledger.record(({ recoveries }) =>
    recoveries.length === 0 ? [] : [{ type: 'recovery', set: null }],
  );
}
