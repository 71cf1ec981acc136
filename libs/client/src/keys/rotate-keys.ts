import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { equalBytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { isContact, verifyBundle } from '@tradepost/sealing/keys/bundle';
import { sealCompanyKey } from '@tradepost/sealing/keys/company-key';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import { recoveryKek } from '@tradepost/sealing/keys/recovery';
import { openVault, rotateVault, type CreatedVault } from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import type { Keyring } from '../contacts/keyring';
import { orWrongPassword, type CurrentKeys } from './change-keys';
import type { OwnKeys } from './keys';
import { ownerOf } from './owner';
import type { PasswordKeys } from './passwords';

/** The members who get the new keys of a company, by the keys that its owner has compared. */
export interface RemainingMembers {
  companyId: string;
  keys: readonly VerifiedPersonKey[];
}

async function sealedTo(
  { companyId, keys }: RemainingMembers,
  { vault, sealed }: CreatedVault,
  kek: PasswordKeys['kek'],
) {
  const { own } = vault;
  if (!isContact(own)) throw new SealingError('KEY_UNPROVEN');
  const unlock = { kind: 'password', kek } as const;
  const seal = async (member: VerifiedPersonKey) => ({
    id: member.userId,
    ...(await sealCompanyKey({ companyId, company: own, member }, vault, sealed, unlock)),
  });
  return Promise.all(keys.map(seal));
}

/**
 * Replaces the keys of an open vault by those of the next epoch. They carry the former ones, so that what was sealed before stays readable, and
 * the ledger continues; everything new uses the new keys only. Members who are not named have no keys any more; the ledger has this first.
 * @param stored what the server has now
 * @param remaining null without a company
 * @param recoveryCode from `newRecoveryCode`; its owner must have saved it
 * @throws ApiError PASSWORD_WRONG, KEYS_STALE also when a member has used the keys since, COMPANY_KEY_INVALID, TOO_MANY; SealingError
 * KEY_CHANGED if the server has other keys than the open ones, FORMER_KEYS_FULL; errors of `Ledger.load`
 */
export async function rotateKeys(
  client: Caller,
  owner: Pick<User, 'id' | 'email'>,
  { vault: open, contacts }: Keyring,
  { epoch, keys: stored }: CurrentKeys,
  remaining: RemainingMembers | null,
  { kek, prove }: Pick<PasswordKeys, 'kek' | 'prove'>,
  recoveryCode: string,
): Promise<OwnKeys> {
  const { keyId } = await verifyBundle(owner.id, stored.bundle);
  if (epoch !== open.epoch || !equalBytes(keyId, open.own.keyId)) throw new SealingError('KEY_CHANGED');
  const unlock = { kind: 'password', kek } as const;
  // a wrong password is refused before anything is recorded
  await orWrongPassword(openVault(owner.id, stored.vault, stored.bundle, unlock));
  const remainingIds = new Set(remaining?.keys.map(({ userId }) => userId));
  const { end } = await contacts.ledger.record(({ members }) =>
    [...members.keys()]
      .filter((memberId) => !remainingIds.has(memberId))
      .map((memberId) => ({ type: 'member-removed', memberId })),
  );
  const created = await rotateVault(ownerOf(owner), stored, unlock, await recoveryKek(recoveryCode), end);
  const { vault, sealed, bundle } = created;
  const { keys } = await client.send(routes.rotateKeys, {
    bundle,
    vault: { ...sealed, former: sealed.former! },
    ledgerSize: end.seq,
    members: remaining ? await sealedTo(remaining, created, kek) : [],
    password: await prove(),
  });
  return { vault, keys: { ...keys, vault: sealed, bundle } };
}
