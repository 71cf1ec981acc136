import type { Member } from '@tradepost/contracts/identity';
import { permits } from '@tradepost/contracts/roles';
import type { History } from '@tradepost/sealing/ledger/history';

/**
 * How many people were given the company's present keys, and have no access any more, or a role that does not use them: they may still have
 * the keys, as who has handed the company over. The ledger says who was given them. A server hides a person who left on their own only if it still lists them as a member, where the owner sees them.
 */
export function countLeavers(
  { members, given, formerOwners }: Pick<History, 'members' | 'given' | 'formerOwners'>,
  present: readonly Member[],
): number {
  const ids = new Set(present.filter((one) => permits(one, 'keys')).map(({ id }) => id));
  return [...given].filter((id) => !members.has(id) || !ids.has(id)).length + formerOwners;
}
