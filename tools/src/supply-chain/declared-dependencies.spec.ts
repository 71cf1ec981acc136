import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { preProcessFile } from 'typescript';
import { root } from '../topology/paths';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifestOf = (directory: string) =>
  JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8')) as Manifest;

const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'libs', 'tools'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts)$/.test(file));
const directoryOf = (file: string) => (file.startsWith('tools/') ? 'tools' : file.split('/').slice(0, 2).join('/'));
const directories = [...new Set(sources.map(directoryOf))];

/** Tests, and packages that are no part of the product, may also import `devDependencies`. */
const isDevelopment = (file: string) =>
  /\.(spec|itest)\.tsx?$|\/test\/|\.config\.m?ts$|^(tools|apps\/e2e|apps\/web\/site|libs\/testing)\//.test(file);

/** `@nestjs/common` of `@nestjs/common/decorators`. */
const packageOf = (module: string) => module.split('/', module.startsWith('@') ? 2 : 1).join('/');

const importsOf = (file: string) =>
  preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((module) => !module.startsWith('.') && !isBuiltin(module))
    .map(packageOf);

it.each(directories)('%s declares every package that it imports', (directory) => {
  const { name, dependencies = {}, devDependencies = {} } = manifestOf(directory);
  const undeclared = sources
    .filter((file) => directoryOf(file) === directory)
    .flatMap((file) => {
      const declared = isDevelopment(file) ? { ...dependencies, ...devDependencies } : dependencies;
      const missing = importsOf(file).filter((imported) => imported !== name && !Object.hasOwn(declared, imported));
      return missing.map((imported) => `${file} imports ${imported}`);
    });
  expect(undeclared).toEqual([]);
});

it('declares one version of each package', () => {
  const versions = new Map<string, Set<string>>();
  for (const { dependencies, devDependencies } of ['.', ...directories].map(manifestOf)) {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  expect([...versions].filter(([, found]) => found.size > 1).map(([name, found]) => [name, ...found])).toEqual([]);
});
