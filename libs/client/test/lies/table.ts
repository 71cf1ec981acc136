import { SealingError } from '@tradepost/sealing/errors';
import { ApiError } from '../../src/api/api-error';
import { companyScenarios } from './company';
import { formerKeyScenarios } from './former-keys';
import { fieldsOf, type Described, type Field } from './fields';
import { liesAbout, liesAboutAll } from './generate';
import { handoverScenarios } from './key-handover';
import { harmless } from './harmless';
import { keyScenarios } from './keys';
import { ownFileScenarios } from './own-files';
import { passwordScenarios } from './passwords';
import { recordScenarios } from './records';
import { recoveryScenarios } from './recovery';
import type { Scenario } from './scenario';
import { transferScenarios } from './transfers';
import { acquainted, newFixture, type Ports } from './fixture';

/** Lies that are tried at the same time. */
const atOnce = 16;

/** By the command that answers. */
type Fields = Record<string, Field[]>;

/** What became of the lies. */
export interface Outcome {
  lies: number;
  /** Scenarios that come to nothing without a lie. */
  fruitless: string[];
  /** Lies that a client believed, that made it store or send something, or that it answered without a message of the protocol. */
  wrong: string[];
  /** Fields that nobody lied about. */
  untried: Fields;
  /** Fields that clients never refused. */
  neverRefused: Fields;
  /** Fields that clients need not refuse. */
  harmless: Fields;
  /** Commands with lies about their answers. */
  commands: string[];
}

const listed = <T>(all: Record<string, T>, fieldsOf: (one: T) => Field[]): Fields =>
  Object.fromEntries(
    Object.entries(all)
      .map(([subject, one]) => [subject, fieldsOf(one).toSorted()] as const)
      .filter(([, fields]) => fields.length > 0)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );

async function allScenarios(ports: Ports): Promise<Scenario[]> {
  const fixture = await newFixture(ports);
  const { ann, bob, eve } = fixture;
  const known = { ann: await acquainted(fixture, ann, [bob, eve]), bob: await acquainted(fixture, bob, [ann, eve]) };
  return [
    ...(await transferScenarios(fixture, known)),
    ...(await ownFileScenarios(fixture, known)),
    ...(await recordScenarios(fixture, known)),
    ...(await keyScenarios(fixture)),
    ...(await companyScenarios(fixture)),
    ...(await handoverScenarios(fixture)),
    ...(await recoveryScenarios(fixture)),
    ...(await formerKeyScenarios(fixture, known)),
    ...(await passwordScenarios(fixture)),
  ];
}

/** Lies about each field of each answer that the clients read, one at a time. */
export async function runLies(described: Described, ports: Ports): Promise<Outcome> {
  const scenarios = await allScenarios(ports);
  const commands = new Map(scenarios.map(({ route: { command } }) => [command.subject, command]));
  const left = () =>
    Object.fromEntries([...commands].map(([subject, one]) => [subject, new Set(fieldsOf(described, one).keys())]));
  const [untried, neverRefused] = [left(), left()];
  const [fruitless, wrong]: [string[], string[]] = [[], []];
  let count = 0;
  for (const { name, route, honest, sources, run } of scenarios) {
    const { subject } = route.command;
    const truth = (await (await run((_, answer) => answer)).result) as string[];
    if (truth.length === 0) fruitless.push(name);
    const lies = [
      ...[...fieldsOf(described, route.command)].flatMap(([field, { values }]) =>
        liesAbout(field, values, honest, sources),
      ),
      ...liesAboutAll(sources),
    ];
    const alter = async ({ field, how, alter: lie }: (typeof lies)[number]) => {
      const { result, effects } = await run((asked, answer) => (asked === route ? lie(answer) : answer));
      untried[subject]?.delete(field);
      const lied = `${name}: ${field} ${how}`;
      try {
        const found = (await result) as string[];
        if (found.some((one) => !truth.includes(one))) wrong.push(`${lied}: believed`);
      } catch (error) {
        if (!(error instanceof SealingError || error instanceof ApiError) || !error.message)
          wrong.push(`${lied}: ${String(error)}`);
        else if (effects.length > 0) wrong.push(`${lied}: saved ${effects.join()}`);
        else neverRefused[subject]?.delete(field);
      }
    };
    count += lies.length;
    for (let first = 0; first < lies.length; first += atOnce)
      await Promise.all(lies.slice(first, first + atOnce).map(alter));
  }
  const fields = (sets: Record<string, Set<Field>>) => listed(sets, (set) => [...set]);
  return {
    lies: count,
    fruitless,
    wrong,
    untried: fields(untried),
    neverRefused: fields(neverRefused),
    harmless: listed(harmless, Object.keys),
    commands: [...commands.keys()],
  };
}
