import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../topology/paths';

const mostFiles = 15;
const mostLines = 300;

/** Folders with more source files, and the reason. */
const largeFolders: Record<string, string> = {
  'tools/src/operator': 'one file for each command of operators',
  'apps/identity/src/migrations': 'a list in the order of time',
  'apps/storage/src/migrations': 'a list in the order of time',
};

/** Files with more lines, and the reason. */
const longFiles: Record<string, string> = {
  'apps/e2e/src/browser/registration.browser.ts': 'its tests follow one registration until its approval',
  'apps/e2e/src/browser/sealed.browser.ts': 'its tests follow one pair of companies, which takes long to set up',
  'apps/e2e/src/flow/cli.flow.ts': 'its tests use the uploads and transfers of those before',
  'apps/gateway/test/parts.itest.ts': 'its tests share one gateway, one scanner and the stub of the uploads',
  'tools/src/backup/backup.itest.ts': 'its tests share one database and one backup, which take long to set up',
  'tools/src/openapi/samples/answers.ts': 'a list with one entry for each operation',
};

const isTest = (file: string) => /\.(spec|itest|flow|browser)\.tsx?$/.test(file);

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(join(root, file)));

function sourcesByFolder(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const folder of files.filter((file) => !isTest(file)).map(dirname))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
}

const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;

it(`has at most ${mostFiles} source files in a folder, except in those with a reason`, () => {
  const counts = sourcesByFolder();
  expect(counts.size).toBeGreaterThan(100);
  const large = [...counts].filter(([, count]) => count > mostFiles).map(([folder]) => folder);
  expect(large.sort()).toEqual(Object.keys(largeFolders).sort());
});

it(`has at most ${mostLines} lines in a file, except in those with a reason`, () => {
  const long = files.filter((file) => linesOf(file) > mostLines);
  expect(long.sort()).toEqual(Object.keys(longFiles).sort());
});
