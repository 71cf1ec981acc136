/**
 * The tests of `npm test`: the files of a package run as one, so that its modules are loaded once. Otherwise jest loads
 * them again for each file, which takes as long as the tests. `jest.config.cjs` runs single files.
 */
const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const config = require('./jest.config.cjs');

const suffixes = { unit: '.spec.ts', component: '.spec.tsx', integration: '.itest.ts' };
const foldersIn = (folder) => readdirSync(join(__dirname, folder)).map((name) => `${folder}/${name}`);
const packages = [...foldersIn('apps'), ...foldersIn('libs'), 'tools'];

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
  const suffix = suffixes[project.displayName];
  if (!suffix) return project;
  const testMatch = packages.flatMap((folder) => {
    const files = testFiles(folder, suffix);
    const alone = files.filter(mustRunAlone);
    const together = files.filter((file) => !alone.includes(file));
    if (together.length < 2) return files;
    const group = `.test-groups/${folder.replace('/', '-')}.${project.displayName}.js`;
    const calls = together.map((file) => `testFile('${file}', () => require('../${file}'));\n`);
    write(group, `const { testFile } = require('@tradepost/testing/test-file');\n${calls.join('')}`);
    return [group, ...alone];
  });
  return { ...project, testMatch: testMatch.map((file) => `<rootDir>/${file}`) };
}

module.exports = { ...config, projects: config.projects.map(grouped) };
