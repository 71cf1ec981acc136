import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@tradepost/contracts/routes';
import type { Described } from './lies/fields';
import { notLiedAbout } from './lies/harmless';
import { tellLies, type Outcome } from './lies/table';
import { portsOfNode } from './lies/world';

jest.mock('../../sealing/src/crypto/argon2-costs', () => {
  const lowest = { 'argon2id-custom': { iterations: 1, memory: 32, parallelism: 4 } };
  const former = { m: 32, t: 1, p: 4 };
  return { passwordStretching: lowest, formerStretching: lowest, formerKdf: former, formerHash: former };
});

/** `apps/e2e/src/browser/lies.browser.ts` tells the same in browsers. */
let outcome: Outcome;

beforeAll(async () => {
  const described = readFileSync(join(__dirname, '../../openapi/src/described.json'), 'utf8');
  outcome = await tellLies(JSON.parse(described) as Described, portsOfNode);
});

it('finds the truth', () => {
  expect(outcome.fruitless).toEqual([]);
});

it('gives, signs, opens and saves nothing more for a server that lies about one field of an answer', () => {
  expect(outcome.lies).toBeGreaterThan(1_200);
  expect(outcome.wrong).toEqual([]);
});

it('was lied to about every field of every answer, and refused all but the harmless ones', () => {
  expect(outcome.untried).toEqual({});
  expect(outcome.neverRefused).toEqual(outcome.harmless);
});

it('was lied to in the answer of every call, except where a reason is given', () => {
  const source = join(__dirname, '../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('testing'),
  );
  const code = files.map((name) => readFileSync(join(source, name), 'utf8')).join('\n');
  const called = new Set(Array.from(code.matchAll(/\broutes\.(\w+)/g), ([, name]) => name as keyof typeof routes));
  const silent = [...called].filter((name) => !outcome.commands.includes(routes[name].command.subject));
  expect(silent.toSorted()).toEqual(Object.keys(notLiedAbout).toSorted());
});
