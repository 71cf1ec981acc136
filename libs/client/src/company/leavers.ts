import type { Member } from '@tradepost/contracts/identity';
import type { History } from '@tradepost/sealing/ledger/history';

/**
 * How many people have had the company's present keys and have lost them: they may still have them. The ledger says who was given keys, so that a
 * server can hide nobody who has left, also on their own, but may show one who has.
 */
export function countLeavers(
  { members, given }: Pick<History, 'members' | 'given'>,
  present: readonly Member[],
): number {
  const ids = new Set(present.map(({ id }) => id));
  return [...given].filter((id) => !members.has(id) || !ids.has(id)).length;
}
