import type { Route } from '@tradepost/contracts/routes';
import type { StringSchema } from 'yup';

/** The longest text that a call accepts in a field: its contract is the only place of this number. */
export function maxLengthOf(route: Route, field: string): number {
  const { tests } = (route.command.input.fields[field] as StringSchema).describe();
  const max = tests.find(({ name }) => name === 'max')?.params?.max;
  if (typeof max !== 'number') throw new Error(`${route.path} has no longest text for ${field}`);
  return max;
}
