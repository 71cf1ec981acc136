import { limitNames, limits, type LimitName } from '@tradepost/contracts/limits/table';
import { number, object } from 'yup';
import { readConfig } from '../runtime/config';

export type Amounts = Readonly<Record<LimitName, number>>;

/** The amount of each limit in this installation. @throws Error naming the settings that are not valid */
export function readAmounts(): Amounts {
  const schema = object(
    Object.fromEntries(limitNames.map((name) => [limits[name].setting, number().integer().min(1)])),
  );
  const given = readConfig(schema) as Record<string, number | undefined>;
  const amountOf = (name: LimitName) => given[limits[name].setting] ?? limits[name].amount;
  return Object.fromEntries(limitNames.map((name) => [name, amountOf(name)])) as Amounts;
}
