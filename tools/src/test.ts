import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEBIAN_PACKAGES, ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { root } from './topology/paths';

interface Outcome {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  command: string[];
  /** A jest or Playwright run is counted by its tests, anything else is one check. */
  report?: 'jest' | 'playwright';
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const checks: Step[] = [
  { name: 'Lint', command: [bin('eslint'), '.', '--cache', '--cache-location', 'node_modules/.cache/eslint/'] },
  { name: 'Types', command: [bin('tsc'), '-p', 'tsconfig.json'] },
  { name: 'Types of the web app', command: [bin('tsc'), '-p', 'apps/web'] },
  {
    name: 'Dependency rules',
    command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'tools'],
  },
  { name: 'Dead code', command: [bin('knip'), '--no-config-hints'] },
];
const jest = (project: string, ...options: string[]): Step => ({
  name: `Tests: ${project}`,
  command: [bin('jest'), '--selectProjects', project, ...options],
  report: 'jest',
});

/** Everything `npm test` runs, in order: the cheap first. */
async function test() {
  const missing = ensureDebianPackages(Object.values(DEBIAN_PACKAGES).flat());
  const leftOut: string[] = [];
  if (missing.length > 0)
    leftOut.push(
      `the services topology, the browser or the alerts (Debian packages ${missing.join(' ')} are missing and may not be installed)`,
    );

  const outcomes: Outcome[] = [];
  for (const step of checks) outcomes.push(await run(step));
  outcomes.push(await run(jest('unit')));
  outcomes.push(await run(jest('integration', '--maxWorkers=2')));
  outcomes.push(await run(jest('flow', '--runInBand')));
  outcomes.push(
    await run({
      name: 'Tests: browser',
      command: [bin('playwright'), 'test', '--config', 'apps/e2e/playwright.config.ts'],
      report: 'playwright',
    }),
  );

  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  let failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  for (const what of leftOut) {
    console.log(`Left out: ${what}`);
    if (process.env.CI) failed += 1;
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function run({ name, command, report }: Step): Promise<Outcome> {
  const began = Date.now();
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-test-'));
  const reportFile = join(directory, 'report.json');
  const options = report === 'jest' ? ['--json', `--outputFile=${reportFile}`] : [];
  const [program = '', ...args] = [...command, ...options];
  console.log(`\n── ${name}`);
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false', PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile, LOG_LEVEL: 'fatal' },
  });
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  const outcome = counted(report, reportFile, code);
  rmSync(directory, { recursive: true, force: true });
  console.log(
    `── ${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${((Date.now() - began) / 1000).toFixed(0)} s`,
  );
  return outcome;
}

/** A run that says all is well but ended badly, or that has no tests, has failed. */
function counted(report: Step['report'], file: string, code: number): Outcome {
  if (!report) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const result = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      stats?: { expected: number; unexpected: number; flaky: number };
    };
    const passed = report === 'jest' ? result.numPassedTests : (result.stats?.expected ?? 0);
    const failed =
      report === 'jest' ? result.numFailedTests : (result.stats?.unexpected ?? 0) + (result.stats?.flaky ?? 0);
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
  } catch (error) {
    console.error(`No report of the run: ${(error as Error).message}`);
    return { passed: 0, failed: 1 };
  }
}

void test();
