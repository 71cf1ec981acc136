import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEBIAN_PACKAGES, ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { fetchNode, shippedNode, type NodeLine } from '../../supply-chain/node-programs';
import { root } from '../../topology/paths';
import { checks } from './checks';
import { jestOutcome, playwrightOutcome, type Outcome } from './report';
import { moveTemporaryFilesIntoMemory } from './temporary-files';

interface Step {
  name: string;
  command: string[];
  /** A jest or Playwright run is counted by its tests, anything else is one check. */
  report?: 'jest' | 'playwright';
  /** The command for some of its files, by their paths in the report. */
  forFiles?: (files: string[]) => string[];
  /** The release line of Node that runs it; without one, or where its program is not to be had, the Node that runs this. */
  line?: NodeLine;
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const check = (script: string): Step => ({ name: script, command: ['npm', 'run', '--silent', script] });
const jest = (projects: string[], ...options: string[]): Step => ({
  name: projects.join(' and '),
  command: [bin('jest'), '--config', 'jest.grouped.config.cjs', '--selectProjects', ...projects, ...options],
  report: 'jest',
  forFiles: (files) => [
    bin('jest'),
    ...['--config', 'jest.config.cjs', '--selectProjects', ...projects],
    ...['--runInBand', '--runTestsByPath', ...files],
  ],
});
const browser: Step = {
  name: 'browser',
  command: [bin('playwright'), 'test', '--config', 'apps/e2e/playwright.config.ts'],
  report: 'playwright',
  forFiles: (files) => [...browser.command, '--workers', '1', ...files],
};

const quick: Step[] = [check('typecheck'), jest(['unit', 'component'], '--maxWorkers=2'), check('lint')];
/** The longest first: the short ones fill what is left at the end. */
const everything: Step[] = [
  browser,
  { ...jest(['flow'], '--runInBand'), line: shippedNode },
  jest(['integration'], '--maxWorkers=1', '--testPathPatterns', '^(apps|libs|.test-groups)/'),
  // they start whole installations; together with the services this would go on long after all others have ended
  { ...jest(['integration'], '--maxWorkers=1', '--testPathPatterns', '^tools/'), name: 'integration of the tools' },
  { ...jest(['unit', 'component'], '--maxWorkers=2'), line: 22 },
  ...checks.map(check),
];
/** Takes minutes and needs base images, so it is a part only when asked for. */
const containers: Step = { name: 'containers', command: [process.execPath, join(__dirname, 'containers.js')] };
const withContainers = process.env.CONTAINERS === '1';

/** Of a check or a run without a report, these last lines are repeated at the end when it fails. */
const linesOfCheck = 40;

/** One more than the cores of a small machine: tests wait for servers and timers half of the time. */
const stepsAtOnce = 3;

/** Failures in more files than this are no accident. */
const mostRetriedFiles = 3;

/** `npm test` runs everything, `npm run test:quick` what needs neither servers nor a browser. */
async function test(isQuick: boolean) {
  moveTemporaryFilesIntoMemory();
  const missing = isQuick ? [] : ensureDebianPackages(Object.values(DEBIAN_PACKAGES).flat());
  const first = await runAll(isQuick ? quick : withContainers ? [containers, ...everything] : everything);
  const outcomes = await retryFailed(first);

  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  let failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  if (missing.length > 0) {
    console.log(
      `Left out: the services topology, a browser or the alerts (Debian packages ${missing.join(' ')} are missing and may not be installed)`,
    );
    if (process.env.CI) failed += 1;
  }
  // what failed may stand thousands of lines above, or be cut off from a log
  for (const failure of outcomes.flatMap((outcome) => outcome.failures)) console.log(failure);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

interface Finished {
  step: Step;
  outcome: Outcome;
}

async function runAll(steps: Step[]): Promise<Finished[]> {
  const waiting = [...steps];
  const finished: Finished[] = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) finished.push({ step, outcome: await run(step) });
  };
  await Promise.all(Array.from({ length: stepsAtOnce }, lane));
  return finished;
}

/**
 * Among ten thousand tests, one may lose a race with the others: its file runs once more, alone. What passes then counts as
 * passed, and is named with the first failure, to be repaired. A rule that is broken fails both times.
 */
async function retryFailed(first: Finished[]): Promise<Outcome[]> {
  const failed = first.filter(({ outcome }) => outcome.failed > 0);
  const files = failed.flatMap(({ outcome }) => outcome.files);
  const mayBeAccident = failed.every(({ outcome }) => outcome.files.length > 0) && files.length <= mostRetriedFiles;
  if (!mayBeAccident) return first.map(({ outcome }) => outcome);
  const outcomes: Outcome[] = [];
  for (const { step, outcome } of first) outcomes.push(await retry(step, outcome));
  return outcomes;
}

async function retry(step: Step, outcome: Outcome): Promise<Outcome> {
  if (outcome.failed === 0 || !step.forFiles) return outcome;
  const second = await run({ ...step, name: `${step.name}, again`, command: step.forFiles(outcome.files) });
  if (second.failed > 0) return outcome;
  console.log(`Passed only when run again, alone:\n${outcome.failures.join('\n')}`);
  return { ...outcome, passed: outcome.passed + outcome.failed, failed: 0, failures: [] };
}

async function run({ name, command, report, line }: Step): Promise<Outcome> {
  const began = Date.now();
  const path = pathWith(line);
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-test-'));
  const reportFile = join(directory, 'report.json');
  const options = report === 'jest' ? ['--json', `--outputFile=${reportFile}`] : [];
  const [program = '', ...args] = [...command, ...options];
  console.log(`── ${name}: started${path ? ` with Node ${line}` : ''}`);
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(path && { PATH: path }),
      NX_DAEMON: 'false',
      // the command line and the services are started hundreds of times (Node 22 and later)
      NODE_COMPILE_CACHE: join(tmpdir(), 'compile-cache'),
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
      LOG_LEVEL: 'fatal',
    },
  });
  const lastLines: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      // two steps print at the same time: each line names its step
      console.log(`${name} | ${line}`);
      lastLines.push(line);
      if (lastLines.length > linesOfCheck) lastLines.shift();
    });
  }
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  const outcome = outcomeOf(report, reportFile, code);
  if (outcome.failed > 0 && outcome.failures.length === 0)
    outcome.failures.push([`✘ ${name}`, ...lastLines.map((line) => `    ${line}`)].join('\n'));
  rmSync(directory, { recursive: true, force: true });
  console.log(
    `── ${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${((Date.now() - began) / 1000).toFixed(0)} s`,
  );
  return outcome;
}

/** Where scripts find this line of Node first; undefined when it runs this already, or cannot be had. */
function pathWith(line: NodeLine | undefined): string | undefined {
  const isOwn = line === undefined || process.versions.node.startsWith(`${line}.`);
  if (isOwn || process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    return [dirname(fetchNode(line).node), process.env.PATH].join(delimiter);
  } catch (error) {
    console.log(`Node ${line} cannot be fetched, so ${process.version} runs its tests: ${(error as Error).message}`);
    return undefined;
  }
}

/** A run that reports success but exited with an error, or that has no tests, has failed. */
function outcomeOf(report: Step['report'], file: string, code: number): Outcome {
  if (!report) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, failures: [], files: [] };
  try {
    const read = report === 'jest' ? jestOutcome : playwrightOutcome;
    const outcome = read(readFileSync(file, 'utf8'));
    const isFailed = outcome.failed > 0 || code !== 0 || outcome.passed === 0;
    return { ...outcome, failed: isFailed ? Math.max(outcome.failed, 1) : 0 };
  } catch (error) {
    console.error(`${file} has no readable test report: ${(error as Error).message}`);
    return { passed: 0, failed: 1, failures: [], files: [] };
  }
}

void test(process.argv.includes('--quick'));
