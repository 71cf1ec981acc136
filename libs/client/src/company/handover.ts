import type { Handover } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import { equalBytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { isContact } from '@tradepost/sealing/keys/bundle';
import { wrapsOfNewOwner } from '@tradepost/sealing/keys/company-key';
import { recoveryKek } from '@tradepost/sealing/keys/recovery';
import type { Caller } from '../api/api-client';
import type { Keyring } from '../contacts/keyring';
import { requireTexts } from '../contacts/verified-keys';
import type { NewPasswordKeys, PasswordKeys } from '../keys/passwords';
import { sentKeys, type ActingMember } from './company-keyring';
import { openOwnKey } from './person-key';

/**
 * Names the member who takes the company of the caller over. The ledger has it first, so that the member's client does not depend on the server's word.
 * @param code that the server has mailed to the owner
 * @throws ApiError PASSWORD_WRONG, OTP_INVALID, HANDOVER_OPEN, HANDOVER_UNFIT, HANDOVER_MEMBERSHIPS; errors of `Ledger.load`
 */
export async function startHandover(
  client: Caller,
  { contacts }: Pick<Keyring, 'contacts'>,
  memberId: string,
  { prove }: Pick<PasswordKeys, 'prove'>,
  code: string,
): Promise<Handover> {
  await contacts.ledger.record(({ handover }) =>
    handover?.memberId === memberId && handover.step === 'named' ? [] : [{ type: 'handover', memberId, step: 'named' }],
  );
  return (await client.send(routes.startHandover, { memberId, password: await prove(), code })).handover;
}

/**
 * The handover of the company to this member, as the server shows it. @throws SealingError HANDOVER_REFUSED if there is none, or for another address than that of
 * the company's keys; ApiError
 */
export async function handoverTo(
  client: Caller,
  { id }: Pick<ActingMember, 'id'>,
  { vault: { own } }: Pick<Keyring, 'vault'>,
): Promise<Handover> {
  const { handover } = await client.send(routes.handover, {});
  if (handover) requireTexts(handover.email);
  const isNamed = handover?.to.id === id && isContact(own) && addressKey(handover.email) === own.address;
  if (!isNamed) throw new SealingError('HANDOVER_REFUSED');
  return handover;
}

/**
 * Takes the company over that the member acts for: its vault opens by the new password of the owner's account and by the recovery key from now on, and by
 * nothing that the owner had. Its keys stay the same: create new ones then, because the former owner knows them.
 * @param own the member's password @param next a new password of the address that `handoverTo` returns
 * @param recovery a `code` from `newRecoveryCode`, and whether the member has saved it
 * @throws SealingError HANDOVER_REFUSED if the owner's record does not name the member, KEY_CHANGED, COMPANY_KEY_REFUSED, and as `openOwnKey`;
 * ApiError NOT_FOUND, PASSWORD_WRONG, KEYS_STALE, HANDOVER_UNFIT, HANDOVER_MEMBERSHIPS
 */
export async function acceptHandover(
  client: Caller,
  member: ActingMember,
  { vault, contacts }: Keyring,
  own: Pick<PasswordKeys, 'kek' | 'prove'>,
  next: Pick<NewPasswordKeys, 'kek' | 'record'>,
  recovery: { code: string; isSaved: boolean },
): Promise<void> {
  const { company, access } = await sentKeys(client, member);
  if (!equalBytes(company.keyId, vault.own.keyId)) throw new SealingError('KEY_CHANGED');
  const { handover } = await contacts.ledger.load();
  if (handover?.memberId !== member.id) throw new SealingError('HANDOVER_REFUSED');
  const person = await openOwnKey(client, member, own);
  if (!person) throw new SealingError('COMPANY_KEY_REFUSED');
  const parties = { companyId: member.companyId, company, member: person };
  const wraps = await wrapsOfNewOwner(parties, access, {
    password: next.kek,
    recovery: await recoveryKek(recovery.code),
  });
  await contacts.ledger.record((now) =>
    now.handover?.step === 'taken' ? [] : [{ type: 'handover', memberId: member.id, step: 'taken' }],
  );
  await client.send(routes.acceptHandover, {
    password: await own.prove(),
    record: next.record,
    epoch: vault.epoch,
    wraps,
    recoverySaved: recovery.isSaved,
  });
}
