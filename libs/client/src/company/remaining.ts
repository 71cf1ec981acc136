import type { Member } from '@tradepost/contracts/identity';
import { isOwner, permits } from '@tradepost/contracts/roles';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import type { VerifiedPersonKey } from '@tradepost/sealing/keys/person-key';
import type { Caller } from '../api/api-client';
import type { Ledger } from '../ledger/ledger';
import { keyOfMember } from './giving';

/** Calls at the same time. */
const atOnce = 10;

/** A member who has the keys of the company. */
export interface KeyHolder {
  member: Member;
  /** Their key, as the owner has compared it; null if it is another one by now: then it is compared again, to give them the new keys. */
  key: VerifiedPersonKey | null;
}

/**
 * The members who have the keys of the company according to the server, each with the key that the owner has compared according to the ledger. A
 * server can show one who has left: a person looks at the list. @throws SealingError KEY_UNPROVEN; ApiError; errors of `Ledger.load`
 */
export async function keyHolders(client: Caller, ledger: Ledger, members: readonly Member[]): Promise<KeyHolder[]> {
  const { members: compared } = await ledger.load();
  const holders = members.filter((one) => one.hasKeys && permits(one, 'keys') && !isOwner(one));
  const holderOf = async (member: Member): Promise<KeyHolder> => {
    const key = await keyOfMember(client, member);
    return { member, key: key && compared.get(member.id) === toBase64url(key.keyId) ? key : null };
  };
  const found: KeyHolder[] = [];
  for (let at = 0; at < holders.length; at += atOnce)
    found.push(...(await Promise.all(holders.slice(at, at + atOnce).map(holderOf))));
  return found;
}
