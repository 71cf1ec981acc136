import type { Field } from './fields';

type Json = null | string | number | boolean | Json[] | { [name: string]: Json | undefined };

/** A changed answer. */
export interface Lie {
  field: Field;
  /** What was done to the field. */
  how: string;
  alter: (answer: unknown) => unknown;
}

/** Answers that a server could also give. */
export interface Sources {
  /** To another person, or about other files. */
  other: unknown;
  /** Earlier. */
  older: unknown;
}

const keysOf = (field: Field): string[] =>
  field
    .replaceAll('[]', '.0')
    .split('.')
    .filter((key) => key !== '');

const valueAt = (answer: unknown, keys: string[]): unknown =>
  keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], answer);

/** A copy with another value; undefined removes it. */
function withValue(answer: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(answer) ? [...(answer as unknown[])] : { ...(answer as object) };
  const at = copy as Record<string, unknown>;
  const next = withValue(at[key], rest, value);
  if (next !== undefined) return Object.assign(copy, { [key]: next });
  if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete at[key];
  return copy;
}

function changed(value: unknown, known: unknown[]): unknown {
  const another = known.find((one) => one !== value);
  if (another !== undefined) return another;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return undefined;
  const time = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time + 86_400_000).toISOString();
  if (value === '') return 'x';
  const [middle, letter] = [Math.floor(value.length / 2), value[Math.floor(value.length / 2)]];
  return `${value.slice(0, middle)}${letter === 'b' ? 'c' : 'b'}${value.slice(middle + 1)}`;
}

/** @param values that the schema allows, if they are few @param honest the answer without a lie */
export function liesAbout(field: Field, values: unknown[], honest: unknown, { other, older }: Sources): Lie[] {
  const isList = field.endsWith('[]');
  const keys = keysOf(isList ? field.slice(0, -2) : field);
  const value = valueAt(honest, keys);
  if (value === undefined || keys.slice(0, -1).some((_, end) => valueAt(honest, keys.slice(0, end + 1)) === null))
    return [];
  const to = (how: string, make: (value: unknown) => unknown): Lie[] => {
    const said = make(value);
    if (JSON.stringify(said) === JSON.stringify(value)) return [];
    // live answers differ from the first one, so the lie is made of what is there
    return [{ field, how, alter: (answer) => withValue(answer, keys, make(valueAt(answer, keys))) }];
  };
  const from = (source: unknown) => (now: unknown) => valueAt(source, keys) ?? now;
  const added = (source: unknown) => (now: unknown) => [
    ...(now as Json[]),
    ...((valueAt(source, keys) as Json[] | undefined) ?? []),
  ];
  if (isList)
    return [
      ...to('swapped with another’s', from(other)),
      ...to('replayed', from(older)),
      ...to('reordered', (now) => [...(now as Json[])].reverse()),
      ...to('first changed', (now) => {
        const [first, ...rest] = now as Json[];
        return typeof first === 'object' ? now : [changed(first, values), ...rest];
      }),
      ...to('first removed', (now) => (now as Json[]).slice(1)),
      ...to('last removed', (now) => (now as Json[]).slice(0, -1)),
      ...to('invented', added(other)),
      ...to('repeated', (now) => [...(now as Json[]), ...(now as Json[]).slice(-1)]),
    ];
  return [
    ...(value === null ? [] : to('changed', (now) => changed(now, values))),
    ...to('swapped with another’s', from(other)),
    ...to('replayed', from(older)),
    ...(value === null ? [] : to('removed', () => undefined)),
    ...(value === null ? [] : to('null', () => null)),
  ];
}

/** Another answer in place of the right one. */
export const liesAboutAll = (sources: Sources): Lie[] =>
  Object.entries(sources).map(([name, answer]) => ({
    field: '',
    how: `all of the ${name} answer`,
    alter: () => answer as unknown,
  }));
