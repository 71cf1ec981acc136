import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@tradepost/contracts/routes';
import { fieldsOf, type Described } from './lies/fields';
import { notLiedAbout, openedElsewhere } from './lies/harmless';
import { runLies, type Outcome } from './lies/table';
import { portsOfNode } from './lies/fixture';

jest.mock('../../sealing/src/crypto/argon2-costs', () => {
  const lowest = { 'argon2id-custom': { iterations: 1, memory: 32, parallelism: 4 } };
  const former = { m: 32, t: 1, p: 4 };
  return { passwordStretching: lowest, formerStretching: lowest, formerKdf: former, formerHash: former };
});

/** `apps/e2e/src/browser/lies.browser.ts` tells the same in browsers. */
let outcome: Outcome;

const described = JSON.parse(readFileSync(join(__dirname, '../../openapi/src/described.json'), 'utf8')) as Described;

beforeAll(async () => {
  outcome = await runLies(described, portsOfNode);
});

it('accepts true answers', () => {
  expect(outcome.fruitless).toEqual([]);
});

it('gives, signs, opens and saves nothing more for a server that lies about one field of an answer', () => {
  expect(outcome.lies).toBeGreaterThan(1_200);
  expect(outcome.wrong).toEqual([]);
});

it('gets lies about every field of every answer, and refuses all except the harmless ones', () => {
  expect(outcome.untried).toEqual({});
  expect(outcome.neverRefused).toEqual(outcome.harmless);
});

/** The routes that the sources of a folder name. */
function calledIn(folder: string): (keyof typeof routes)[] {
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.spec\.|(^|\/)test(ing)?\//.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const names = Array.from(code.matchAll(/\broutes\.(\w+)/g), ([, name]) => name as keyof typeof routes);
  return [...new Set(names)];
}

const isUntold = (name: keyof typeof routes) => !outcome.commands.includes(routes[name].command.subject);

it('gets lies in the answer of every call, except where a reason is given', () => {
  const silent = calledIn(join(__dirname, '../src')).filter(isUntold);
  expect(silent.toSorted()).toEqual(Object.keys(notLiedAbout).toSorted());
});

it('gets lies in every answer with keys or sealed files that a page or the command line requests directly', () => {
  const apps = ['web', 'cli'].flatMap((app) => calledIn(join(__dirname, `../../../apps/${app}/src`)));
  const hasSecrets = (name: keyof typeof routes) =>
    [...fieldsOf(described, routes[name].command).keys()].some((field) =>
      /\b(wrappedKey|sealedMeta|vault|bundle|grants?|hpkePublic)\b/.test(field),
    );
  const silent = apps.filter((name) => isUntold(name) && !(name in notLiedAbout) && hasSecrets(name));
  expect([...new Set(silent)].toSorted()).toEqual(Object.keys(openedElsewhere).toSorted());
});
