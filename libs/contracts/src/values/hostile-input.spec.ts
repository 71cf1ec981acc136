import type { SchemaDescription } from 'yup';
import { routes, type Route } from '../routes';
import { validate } from './validate';

/** Of a text, and items of a list; a body of 1 MB has room for ten times as many. */
const many = 100_000;
const half = many / 2;

/** Texts over which a careless check takes time by the square of their length. */
const texts = {
  'dots of a domain': `a@${'.'.repeat(many)}@`,
  'labels of a domain': `a@${'a.'.repeat(half)}\u0000`,
  'marks in the wrong order': `a${'\u0300'.repeat(half)}${'\u0323'.repeat(half)}@b.example`,
  'marks in a domain': `a@b${'\u0300'.repeat(half)}${'\u0323'.repeat(half)}.example`,
  'spaces in the middle': `x${' '.repeat(many)}x`,
  hyphens: `${'-'.repeat(many)}.`,
};

type Make = (given: string) => unknown;

/** A value for the field that has the text wherever it takes one. */
function hostile(field: SchemaDescription, list: (item: unknown) => unknown): Make {
  if ('fields' in field) {
    const parts = Object.entries(field.fields as Record<string, SchemaDescription>);
    const made = parts.map(([name, part]) => [name, hostile(part, list)] as const);
    return (given) => Object.fromEntries(made.map(([name, make]) => [name, make(given)]));
  }
  if ('innerType' in field && field.innerType) {
    const item = hostile(field.innerType as SchemaDescription, list);
    return (given) => list(item(given));
  }
  return (given) => given;
}

const inputs = Object.entries<Route>(routes).map(([name, { command }]) => [name, command.input] as const);

/** The outcome, and the milliseconds of the processor. */
async function judged(input: Route['command']['input'], given: unknown) {
  const before = process.cpuUsage();
  const outcome = await validate(input, given).catch((error: unknown) => error);
  const { user, system } = process.cpuUsage(before);
  return { outcome, ms: (user + system) / 1_000 };
}

describe.each(inputs)('%s', (_name, input) => {
  it.each(Object.entries(texts))('checks the length of a text of %s first', async (_what, text) => {
    const given = hostile(input.describe(), (item) => [item])(text);
    expect((await judged(input, given)).ms).toBeLessThan(1_000);
  });

  it('does not check the items of a list that is too long', async () => {
    const given = hostile(input.describe(), (item) => Array<unknown>(many).fill(item))('');
    const { outcome, ms } = await judged(input, given);
    expect((outcome as { errors?: unknown[] }).errors?.length ?? 0).toBeLessThan(many / 2);
    expect(ms).toBeLessThan(10_000);
  });
});
