import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../../topology/paths';
import { jestOutcome, playwrightOutcome } from './report';

const modules = join(root, 'node_modules');
let folder: string;

/** The text of `report.json` after a run of a program that writes it. */
function reportOf(program: string, args: string[]): string {
  spawnSync(join(modules, '.bin', program), args, {
    cwd: folder,
    // Playwright refuses to run as a part of jest, which it knows by this variable
    env: { ...process.env, JEST_WORKER_ID: undefined, PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'report.json') },
  });
  return readFileSync(join(folder, 'report.json'), 'utf8');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradepost-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('names each failed test of jest and each file that does not load, with the reason', () => {
  writeFileSync(join(folder, 'jest.config.cjs'), "module.exports = { testMatch: ['**/*.case.cjs'] };");
  writeFileSync(
    join(folder, 'sum.case.cjs'),
    "describe('sum', () => { it('adds', () => expect(1 + 1).toBe(2)); it('carries', () => expect(9 + 1).toBe(11)); });",
  );
  writeFileSync(join(folder, 'broken.case.cjs'), "throw new Error('no tests here')");

  const outcome = jestOutcome(reportOf('jest', ['--json', '--outputFile=report.json']));

  expect(outcome).toMatchObject({ passed: 1, failed: 1 });
  const failures = outcome.failures.sort().join('\n');
  expect(failures).toContain('sum.case.cjs: sum carries');
  expect(failures).toContain('Expected: 11');
  expect(failures).toContain('broken.case.cjs');
  expect(failures).toContain('no tests here');
  expect(failures).not.toContain('sum adds');
  expect(outcome.files.map((file) => basename(file)).sort()).toEqual(['broken.case.cjs', 'sum.case.cjs']);
});

it('names each failed test of Playwright, with the reason', () => {
  writeFileSync(join(folder, 'playwright.config.cjs'), "module.exports = { testMatch: '*.case.cjs' };");
  writeFileSync(
    join(folder, 'sum.case.cjs'),
    `const { test, expect } = require('${modules}/@playwright/test');
test('adds', () => expect(1 + 1).toBe(2));
test.describe('large', () => test('carries', () => expect(9 + 1).toBe(11)));`,
  );

  const outcome = playwrightOutcome(reportOf('playwright', ['test', '--reporter=json']));

  expect(outcome).toMatchObject({ passed: 1, failed: 1 });
  expect(outcome.failures).toHaveLength(1);
  expect(outcome.failures[0]).toMatch(/sum\.case\.cjs:3: carries/);
  expect(outcome.failures[0]).toContain('Expected: 11');
  expect(outcome.files).toEqual(['sum.case.cjs']);
});

it('names the file of a failed test of a group, not the group', () => {
  const group = '/project/.test-groups/apps-cli.unit.js';
  const test = (status: string, file: string) => ({
    status,
    fullName: `${file} prints`,
    ancestorTitles: [file, 'prints'],
    failureMessages: [],
  });
  const assertionResults = [test('failed', 'apps/cli/src/a.spec.ts'), test('passed', 'apps/cli/src/b.spec.ts')];
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [{ name: group, message: '', assertionResults }],
  };
  expect(jestOutcome(JSON.stringify(report)).files).toEqual(['apps/cli/src/a.spec.ts']);
});
