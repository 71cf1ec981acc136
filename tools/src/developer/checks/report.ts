import { stripVTControlCharacters } from 'node:util';

/** What a run of tests came to. `failures` has a title and the reason for each test that failed, `files` the files they stand in. */
export interface Outcome {
  passed: number;
  failed: number;
  failures: string[];
  files: string[];
}

/** The parts of jest's `--json` that are read here. */
interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; ancestorTitles: string[]; failureMessages: string[] }[];
  }[];
}

/** The parts of Playwright's JSON report that are read here. Suites hold suites. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
  errors: { message: string }[];
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    line: number;
    title: string;
    ok: boolean;
    tests: { results: { errors: { message: string }[] }[] }[];
  }[];
}

/** Enough for the message and the first lines of the stack. */
const linesOfFailure = 25;

/** `files` are as jest names them; for the files of a group, as the group does. */
export function jestOutcome(text: string): Outcome {
  const report = JSON.parse(text) as JestReport;
  const failed = report.testResults.flatMap(({ name, message, assertionResults }) => {
    // a file that does not load has a message and no tests
    if (assertionResults.length === 0) return message ? [{ file: name, text: failure(name, [message]) }] : [];
    const isGroup = name.includes('/.test-groups/');
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, ancestorTitles, failureMessages }) => ({
        file: isGroup ? (ancestorTitles[0] ?? name) : name,
        text: failure(`${name}: ${fullName}`, failureMessages),
      }));
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: failed.map(({ text }) => text),
    files: distinct(failed.map(({ file }) => file)),
  };
}

export function playwrightOutcome(text: string): Outcome {
  const { stats, suites, errors } = JSON.parse(text) as PlaywrightReport;
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  const failures = failed.map(({ file, line, title, tests }) => {
    const messages = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return failure(
      `${file}:${line}: ${title}`,
      messages.map(({ message }) => message),
    );
  });
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: [...errors.map(({ message }) => failure('before the tests', [message])), ...failures],
    files: distinct(failed.map(({ file }) => file)),
  };
}

const distinct = (files: string[]) => [...new Set(files)];

function specsOf(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function failure(title: string, messages: string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, linesOfFailure);
  return [`✘ ${title}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
