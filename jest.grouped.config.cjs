/**
 * The tests of `npm test`: the files of a package with many run as one, so that its modules are loaded once. Otherwise jest
 * loads them again for each file, which may take as long as the tests. `jest.config.cjs` runs single files.
 */
const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const config = require('./jest.config.cjs');

/** In these packages the files of a kind run together. Those of all other packages run alone, as in `jest.config.cjs`. */
const kinds = {
  flow: { suffix: '.flow.ts', packages: ['apps/e2e'] },
  component: { suffix: '.spec.tsx', packages: ['apps/web'] },
  unit: {
    suffix: '.spec.ts',
    packages: [
      'apps/audit-log',
      'apps/cli',
      'apps/gateway',
      'apps/identity',
      'apps/notification',
      'apps/requests',
      'apps/storage',
      'apps/web',
      'apps/worker-mail',
      'libs/client',
      'libs/contracts',
      'libs/proofs',
      'libs/reference',
      'libs/sealing',
      'libs/service-kit',
      'tools',
    ],
  },
  integration: {
    suffix: '.itest.ts',
    packages: [
      'apps/audit-log',
      'apps/gateway',
      'apps/identity',
      'apps/kyc',
      'apps/notification',
      'apps/requests',
      'apps/storage',
      'libs/service-kit',
    ],
  },
};

const testFiles = (folder, suffix) =>
  readdirSync(join(__dirname, folder), { recursive: true })
    .filter((name) => name.endsWith(suffix) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();

/** What a file replaces while it is loaded, not in a hook or a test, would be replaced for the other files too. */
const replacesAtLoad = /^((const|let) .* = )?(jest\.(mock|spyOn|useFakeTimers|replaceProperty)\(|process\.env)/m;
const mustRunAlone = (file) => replacesAtLoad.test(readFileSync(join(__dirname, file), 'utf8'));

/** Two runs may begin at the same time: a file that is right stays. */
function write(file, content) {
  const path = join(__dirname, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function grouped(project) {
  const kind = kinds[project.displayName];
  if (!kind) return project;
  const inGroups = [];
  const groups = kind.packages.map((folder) => {
    const together = testFiles(folder, kind.suffix).filter((file) => !mustRunAlone(file));
    inGroups.push(...together);
    const group = `.test-groups/${folder.replace('/', '-')}.${project.displayName}.js`;
    const calls = together.map((file) => `testFile('${file}', () => require('../${file}'));\n`);
    write(group, `const { testFile } = require('@tradepost/testing/test-file');\n${calls.join('')}`);
    return group;
  });
  return {
    ...project,
    testMatch: [...project.testMatch, ...groups.map((file) => `<rootDir>/${file}`)],
    testPathIgnorePatterns: ['/node_modules/', ...inGroups.map((file) => `/${file.replaceAll('.', '\\.')}$`)],
  };
}

module.exports = { ...config, projects: config.projects.map(grouped) };
