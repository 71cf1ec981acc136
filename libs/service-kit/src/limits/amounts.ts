import type { Limit } from '@tradepost/contracts/limits/limit';
import { limitNames, limits, type LimitName } from '@tradepost/contracts/limits/table';
import { number, object } from 'yup';
import { readConfig } from '../runtime/config';
import { isThisMachine } from './network';

/** The amount of a limit for a key, e.g. a network. */
export type Amounts = (limit: LimitName, key: string) => number;

/** The amounts of this installation. @throws Error naming the settings that are not valid */
export function readAmounts(env: NodeJS.ProcessEnv = process.env): Amounts {
  const schema = object(
    Object.fromEntries(limitNames.map((name) => [limits[name].setting, number().integer().min(1)])),
  );
  const given = readConfig(schema, env) as Record<string, number | undefined>;
  return (name, key) => {
    const { setting, amount, amountOfThisMachine = amount }: Limit = limits[name];
    return given[setting] ?? (isThisMachine(key) ? amountOfThisMachine : amount);
  };
}
