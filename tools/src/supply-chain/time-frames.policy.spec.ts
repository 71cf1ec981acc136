import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { root } from '../topology/paths';
import { exceptions as ownExceptions } from './exceptions';
import {
  type Advisory,
  advisoryBreach,
  type Release,
  remediationDays,
  updateBreach,
  updateDays,
  withoutExcepted,
} from './time-frames.policy';

const now = new Date('2026-11-23T12:00:00Z');
const release = (version: string, age: number, deprecated?: string): Release => ({
  version,
  published: daysAfter(now, -age),
  deprecated,
});
const problemOf = (version: string, ...releases: Release[]) =>
  updateBreach({ name: 'parser', version }, releases, now)?.problem;

describe('an update', () => {
  it('may wait 90 days, and not a day more', () => {
    expect(problemOf('1.2.0', release('1.2.0', 400), release('1.2.1', 89))).toBeUndefined();
    expect(problemOf('1.2.0', release('1.2.0', 400), release('1.2.1', 90))).toBe(
      'parser 1.2.0 is behind 1.2.1, which came out 90 days ago',
    );
  });

  it('does not wait longer because a newer one came out', () => {
    expect(problemOf('1.2.0', release('1.2.0', 400), release('1.4.0', 1), release('1.3.0', 100))).toContain('1.3.0');
  });

  it.each([
    ['of the next major version', '1.2.0', release('2.0.0', 400)],
    ['that is a pre-release', '1.2.0', release('1.3.0-rc.1', 400)],
    ['that was deprecated', '1.2.0', release('1.3.0', 400, 'broken')],
    ['of an older line', '1.2.0', release('1.1.9', 400)],
  ])('%s is not required', (_, version, other) => {
    expect(problemOf(version, release(version, 500), other)).toBeUndefined();
  });

  it('of a pre-release is the next pre-release', () => {
    expect(problemOf('1.0.0-beta.1', release('1.0.0-beta.1', 500), release('1.0.0-beta.2', 100))).toContain('beta.2');
  });

  it('is required if the release in use was deprecated or withdrawn, even if it is new', () => {
    expect(problemOf('1.2.0', release('1.2.0', 1, 'use other-parser'))).toBe(
      'parser 1.2.0 is deprecated: use other-parser',
    );
    expect(problemOf('1.2.0', release('1.2.1', 1))).toBe('parser 1.2.0 is no longer in the registry');
  });
});

describe('a vulnerability', () => {
  const about = (severity: Advisory['severity'], ...releases: Release[]) =>
    advisoryBreach(
      { name: 'parser', version: '1.2.0' },
      { id: 'GHSA-1', severity, title: 'Reads too much', range: '>=1.0.0 <1.2.2' },
      releases,
      now,
    )?.problem;

  it.each([
    ['critical', 2],
    ['high', 7],
    ['moderate', 30],
    ['low', 90],
  ] as const)('that is %s may stay %i days after the fix was released', (severity, days) => {
    expect(about(severity, release('1.2.1', 300), release('1.2.2', days - 1))).toBeUndefined();
    expect(about(severity, release('1.2.1', 300), release('1.2.2', days))).toBe(
      `parser 1.2.0: GHSA-1 (${severity}), Reads too much; fixed in 1.2.2, which came out ${days} days ago`,
    );
  });

  it('can also be fixed by the next major version', () => {
    expect(about('critical', release('2.0.0', 3))).toContain('fixed in 2.0.0');
  });

  it('without a fix needs a decision at once', () => {
    expect(about('low', release('1.2.1', 1), release('1.3.0-rc.1', 1))).toContain('no release fixes it');
  });
});

describe('an exception', () => {
  const behind = { subject: 'parser', problem: 'parser is behind' };
  const until = (date: string) => [{ subject: 'parser', until: date, reason: 'waits for a fix of theirs' }];

  it('is valid until its last day', () => {
    expect(withoutExcepted([behind], until('2026-11-24'), now)).toEqual([]);
    expect(withoutExcepted([behind], until('2026-11-23'), now)).toEqual([behind]);
  });

  it('covers nothing else, and is refused once it is not needed', () => {
    const other = { subject: 'reader', problem: 'reader is behind' };
    expect(withoutExcepted([other], until('2026-11-24'), now)).toEqual([
      other,
      { subject: 'parser', problem: 'parser needs no exception any more' },
    ]);
  });

  it('has a last day and a reason', () => {
    expect(ownExceptions.filter(({ until: day, reason }) => Number.isNaN(Date.parse(day)) || reason === '')).toEqual(
      [],
    );
  });
});

it('has the time frames that docs/security.md states', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const stated = [...text.matchAll(/^\| (exploited, or critical|high|medium|low) \| (\d+) days \|$/gm)].map(
    ([, , days]) => Number(days),
  );
  const { critical, high, moderate, low } = remediationDays;
  expect(stated).toEqual([critical, high, moderate, low]);
  expect(text).toContain(`within ${updateDays} days`);
});
