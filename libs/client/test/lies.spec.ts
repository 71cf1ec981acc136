import { SealingError } from '@tradepost/sealing/errors';
import { ApiError } from '../src/api/api-error';
import { fieldsOf } from './lies/fields';
import { liesAbout, liesAboutAll } from './lies/generate';
import { harmless } from './lies/harmless';
import { keyScenarios } from './lies/keys';
import { passwordScenarios } from './lies/passwords';
import { recordScenarios } from './lies/records';
import type { Scenario } from './lies/scenario';
import { transferScenarios } from './lies/transfers';
import { acquainted, newWorld } from './lies/world';

jest.mock('../../sealing/src/crypto/argon2-costs', () => {
  const lowest = { 'argon2id-custom': { iterations: 1, memory: 32, parallelism: 4 } };
  const former = { m: 32, t: 1, p: 1 };
  return { passwordStretching: lowest, formerStretching: lowest, formerKdf: former, formerHash: former };
});

/** Lies that are tried at the same time, to use both cores. */
const atOnce = 16;

const add = (to: Map<string, Set<string>>, subject: string, field: string) =>
  to.set(subject, (to.get(subject) ?? new Set()).add(field));

let scenarios: Scenario[];
/** Of each command: the fields that were lied about, and those of them that a client has refused. */
const tried = new Map<string, Set<string>>();
const caught = new Map<string, Set<string>>();

beforeAll(async () => {
  const world = await newWorld();
  const { ann, bob, eve } = world;
  const known = { ann: await acquainted(world, ann, [bob, eve]), bob: await acquainted(world, bob, [ann, eve]) };
  scenarios = [
    ...(await transferScenarios(world, known)),
    ...(await recordScenarios(world, known)),
    ...(await keyScenarios(world)),
    ...(await passwordScenarios(world)),
  ];
});

it('finds the truth', async () => {
  for (const { name, run } of scenarios) {
    const result = (await (await run((_, answer) => answer)).result) as string[];
    expect([name, result.length > 0]).toEqual([name, true]);
  }
});

it('gives, signs, opens and saves nothing more for a server that lies about one field of an answer', async () => {
  const wrong: string[] = [];
  for (const { name, route, honest, sources, run } of scenarios) {
    const { subject } = route.command;
    const truth = (await (await run((_, answer) => answer)).result) as string[];
    const lies = [
      ...[...fieldsOf(route.command)].flatMap(([field, { values }]) => liesAbout(field, values, honest, sources)),
      ...liesAboutAll(sources),
    ];
    for (let first = 0; first < lies.length; first += atOnce)
      await Promise.all(
        lies.slice(first, first + atOnce).map(async ({ field, how, tell }) => {
          const { result, effects } = await run((asked, answer) => (asked === route ? tell(answer) : answer));
          add(tried, subject, field);
          const lie = `${name}: ${field} ${how}`;
          try {
            const found = (await result) as string[];
            if (found.some((one) => !truth.includes(one))) wrong.push(`${lie}: believed`);
          } catch (error) {
            if (!(error instanceof SealingError || error instanceof ApiError) || !error.message)
              wrong.push(`${lie}: ${String(error)}`);
            else if (effects.length > 0) wrong.push(`${lie}: saved ${effects.join()}`);
            else add(caught, subject, field);
          }
        }),
      );
  }
  expect(wrong).toEqual([]);
});

it('was lied to about every field of every answer, and refused all but the harmless ones', () => {
  const commands = new Map(scenarios.map(({ route: { command } }) => [command.subject, command]));
  const fields = [...commands].map(([subject, command]) => ({ subject, all: [...fieldsOf(command).keys()] }));
  const without = (known: Map<string, Set<string>>) =>
    Object.fromEntries(
      fields.map(({ subject, all }) => [subject, all.filter((one) => !known.get(subject)?.has(one)).toSorted()]),
    );
  expect(Object.values(without(tried)).flat()).toEqual([]);
  const listed = fields.map(({ subject }) => [subject, Object.keys(harmless[subject] ?? {}).toSorted()]);
  expect(without(caught)).toEqual(Object.fromEntries(listed));
});
