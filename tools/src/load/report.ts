import { percentile } from '../bench/support/measure';
import { lastAt, type Arrivals, type Call } from './arrivals';
import { mailed } from './trade';
import { lineThrough } from './trend';
import type { Reading } from './watch';

const megabyte = 1024 ** 2;
const hourMs = 3_600_000;
const second = 1_000;

const limits = {
  p95: 200,
  p99: 500,
  errorPercent: 0.1,
  /** Of each process. */
  memoryMBAnHour: 60,
  /** Of each process. */
  handlesAnHour: 60,
  /** What a PostgreSQL accepts that nobody has configured. */
  connections: 100,
};
/** Of a shorter time, caches that fill and garbage that was not collected hide the trend. */
const shortestTrendMinutes = 10;

export interface Run extends Arrivals {
  readings: readonly Reading[];
  /** What happened before is not counted. */
  warmUpMs: number;
}

interface Report {
  /** By kind of call. */
  kinds: Record<string, Row>;
  errors: Record<string, number>;
  facts: Record<string, number>;
  /** By process. */
  processes: Record<string, Record<string, number>>;
  /** Each value beyond its limit, as a sentence. */
  exceeded: string[];
  /** What was not judged, and why. */
  notJudged: string[];
}

interface Row {
  calls: number;
  errors: number;
  p50: number;
  p95: number;
  p99: number;
}

export function reportOf({ calls, late, readings, warmUpMs }: Run): Report {
  const counted = calls.filter(({ at }) => at >= warmUpMs);
  const ofServer = counted.filter(({ kind }) => kind !== mailed);
  const all = rowOf(ofServer);
  const kinds = Object.fromEntries(
    [...new Set(counted.map(({ kind }) => kind))]
      .sort()
      .map((kind) => [kind, rowOf(counted.filter((call) => call.kind === kind))]),
  );
  const steady = readings.filter(({ at }) => at >= warmUpMs);
  const steadyMs = (steady.at(-1)?.at ?? 0) - (steady[0]?.at ?? 0);
  const connections = Math.max(...readings.map(({ connections: open }) => open));
  const errorPercent = (all.errors / Math.max(all.calls, 1)) * 100;
  const processes = trendsOf(steady);
  const isTrendJudged = steadyMs >= shortestTrendMinutes * 60 * second;
  return {
    kinds: { ...kinds, all },
    errors: countsOf(counted),
    facts: {
      'calls counted': all.calls,
      'calls a second': rounded(all.calls / ((lastAt(ofServer) - warmUpMs) / second)),
      'errors, %': Math.round(errorPercent * 1_000) / 1_000,
      'begun late by the generator, p99 ms': rounded(percentile(late, 0.99)),
      'database connections, most': connections,
    },
    processes,
    exceeded: [
      ...beyond('p95 of all calls, ms', all.p95, limits.p95),
      ...beyond('p99 of all calls, ms', all.p99, limits.p99),
      ...beyond('errors, %', errorPercent, limits.errorPercent),
      ...beyond('database connections', connections, limits.connections),
      ...(isTrendJudged ? Object.entries(processes).flatMap(beyondTrend) : []),
    ],
    notJudged: isTrendJudged
      ? []
      : [`memory and handles: their trend takes ${shortestTrendMinutes} minutes after the warm-up`],
  };
}

function rowOf(calls: readonly Call[]): Row {
  const times = calls.filter(({ error }) => error === undefined).map(({ ms }) => ms);
  const at = (share: number) => rounded(percentile(times, share));
  return { calls: calls.length, errors: calls.length - times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function countsOf(calls: readonly Call[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, error } of calls) {
    if (error === undefined) continue;
    const what = `${kind}: ${error}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

function trendsOf(readings: readonly Reading[]): Report['processes'] {
  const slope = (valueOf: (reading: Reading) => number) =>
    rounded(lineThrough(readings.map((reading) => ({ x: reading.at / hourMs, y: valueOf(reading) }))).slope);
  return Object.fromEntries(
    Object.keys(readings[0]?.memory ?? {}).map((name) => [
      name,
      {
        'MB, last': rounded((readings.at(-1)?.memory[name] ?? 0) / megabyte),
        'MB an hour': slope(({ memory }) => (memory[name] ?? 0) / megabyte),
        'handles, last': readings.at(-1)?.handles[name] ?? 0,
        'handles, most': Math.max(...readings.map(({ handles }) => handles[name] ?? 0)),
        'handles an hour': slope(({ handles }) => handles[name] ?? 0),
      },
    ]),
  );
}

const beyondTrend = ([name, of]: [string, Record<string, number>]) => [
  ...beyond(`memory of ${name}, MB an hour`, of['MB an hour'] ?? 0, limits.memoryMBAnHour),
  ...beyond(`handles of ${name}, an hour`, of['handles an hour'] ?? 0, limits.handlesAnHour),
];

const beyond = (what: string, value: number, limit: number) =>
  // without a measurement the value is no number, which fails too
  value <= limit ? [] : [`${what}: ${rounded(value)}, at most ${limit}`];

const rounded = (value: number) => Math.round(value * 10) / 10;
