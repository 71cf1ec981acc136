import type { Member } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { isContact } from '@tradepost/sealing/keys/bundle';
import { sealCompanyKey } from '@tradepost/sealing/keys/company-key';
import { verifyPersonKey, type VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import type { Caller } from '../api/api-client';
import type { Keyring } from '../contacts/keyring';
import { requireTexts } from '../contacts/verified-keys';
import { orWrongPassword } from '../keys/change-keys';
import { ownerOf } from '../keys/owner';
import type { PasswordKeys } from '../keys/passwords';
import type { Ledger } from '../ledger/ledger';

/**
 * The key of a member, for the owner to compare its number; null before the person has created one.
 * @throws SealingError KEY_UNPROVEN if the server shows one of someone else, MALFORMED, UNSUPPORTED; ApiError
 */
export async function keyOfMember(
  client: Caller,
  member: Pick<Member, 'id' | 'email'>,
): Promise<VerifiedPersonKey | null> {
  const { userId, email, key } = await client.send(routes.memberKey, { id: member.id });
  requireTexts(email);
  const [asked, shown] = [ownerOf(member), ownerOf({ id: userId, email })];
  if (asked.userId !== shown.userId || asked.address !== shown.address) throw new SealingError('KEY_UNPROVEN');
  return key && verifyPersonKey(asked, key);
}

/**
 * Gives a member the keys of the company: seals its vault key to the key that was compared, and asks the server for no other. The ledger has it first.
 * @param confirmed the member's key, after the owner has compared its number
 * @throws ApiError PASSWORD_WRONG, KEYS_STALE, ROLE_WITHOUT_KEYS; errors of `Ledger.load`
 */
export async function giveCompanyKey(
  client: Caller,
  { vault, contacts }: Keyring,
  companyId: string,
  confirmed: VerifiedPersonKey,
  { kek, prove }: Pick<PasswordKeys, 'kek' | 'prove'>,
): Promise<void> {
  const { own } = vault;
  const { keys } = await client.send(routes.keys, {});
  if (!keys || !isContact(own) || keys.vault.epoch !== own.epoch) throw new SealingError('KEY_CHANGED');
  const unlock = { kind: 'password', kek } as const;
  const given = await orWrongPassword(
    sealCompanyKey({ companyId, company: own, member: confirmed }, vault, keys.vault, unlock),
  );
  const { userId, address } = confirmed;
  const member = { userId, address, keyId: toBase64url(confirmed.keyId) };
  await contacts.ledger.record(({ members }) =>
    members.get(userId) === member.keyId ? [] : [{ type: 'member', member }],
  );
  await client.send(routes.giveCompanyKey, { id: userId, epoch: own.epoch, ...given, password: await prove() });
}

/** Records that a member no longer has the keys of the company. */
export async function recordMemberEnd(ledger: Ledger, memberId: string): Promise<void> {
  await ledger.record(({ members }) => (members.has(memberId) ? [{ type: 'member-removed', memberId }] : []));
}
