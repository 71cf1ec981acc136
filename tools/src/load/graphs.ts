import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from '../bench/support/measure';
import { lastAt, type Call } from './arrivals';
import type { Run } from './report';
import { svgOf, type Graph, type Line } from './svg';
import { mailed } from './trade';
import { lineThrough, type Point } from './trend';

const megabyte = 1024 ** 2;
const minuteMs = 60_000;
/** Points of a line; fewer when a point would be of less than two seconds. */
const mostIntervals = 60;
const shortestIntervalMs = 2_000;

/** Writes `load-*.svg` into the folder. @returns their paths */
export function writeGraphs(folder: string, run: Run): string[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(graphsOf(run)).map(([name, graph]) => {
    const file = join(folder, `load-${name}.svg`);
    writeFileSync(file, svgOf({ ...graph, xLabel: 'minutes' }));
    return file;
  });
}

function graphsOf({ calls, readings, warmUpMs }: Run): Record<string, Omit<Graph, 'xLabel'>> {
  const ofServer = calls.filter(({ kind }) => kind !== mailed);
  const inTime = intervalsOf(ofServer);
  const times = (share: number): Point[] =>
    inTime.map(({ minutes, calls: of }) => ({
      x: minutes,
      y:
        of.length > 0
          ? percentile(
              of.map(({ ms }) => ms),
              share,
            )
          : 0,
    }));
  const rate = (isCounted: (call: Call) => boolean): Point[] =>
    inTime.map(({ minutes, seconds, calls: of }) => ({ x: minutes, y: of.filter(isCounted).length / seconds }));
  const read = (valueOf: (reading: Run['readings'][number]) => number): Point[] =>
    readings.map((reading) => ({ x: reading.at / minuteMs, y: valueOf(reading) }));
  const processes = Object.keys(readings[0]?.memory ?? {});
  const memory = processes.map((name): Line => ({
    name,
    points: read(({ memory: of }) => (of[name] ?? 0) / megabyte),
  }));
  return {
    latency: {
      title: 'Time of a call, from its arrival to the end of its answer',
      yLabel: 'ms',
      lines: [0.5, 0.95, 0.99].map((share) => ({ name: `p${share * 100}`, points: times(share) })),
    },
    rate: {
      title: 'Calls a second',
      yLabel: 'calls a second',
      lines: [
        { name: 'answered', points: rate(({ error }) => error === undefined) },
        { name: 'failed', points: rate(({ error }) => error !== undefined) },
      ],
    },
    memory: {
      title: 'Memory by process, and its trend after the warm-up',
      yLabel: 'MB',
      lines: [...memory, ...(memory[0] && memory.length === 1 ? [trendOf(memory[0], warmUpMs / minuteMs)] : [])],
    },
    handles: {
      title: 'Open handles and database connections',
      yLabel: 'open',
      lines: [
        ...processes.map((name) => ({ name: `handles of ${name}`, points: read(({ handles }) => handles[name] ?? 0) })),
        { name: 'database connections', points: read(({ connections }) => connections) },
      ].slice(-4),
    },
  };
}

function trendOf({ points }: Line, from: number): Line {
  const steady = points.filter(({ x }) => x >= from);
  const { slope, at0 } = lineThrough(steady);
  const ends = [steady[0], steady.at(-1)].flatMap((point) => point ?? []);
  return { name: 'trend', isDashed: true, points: ends.map(({ x }) => ({ x, y: at0 + slope * x })) };
}

function intervalsOf(calls: readonly Call[]) {
  const end = lastAt(calls);
  const length = Math.max(end / mostIntervals, shortestIntervalMs);
  const count = Math.max(1, Math.floor(end / length));
  const intervals = Array.from({ length: count }, (_, n) => ({
    minutes: ((n + 0.5) * length) / minuteMs,
    seconds: length / 1_000,
    calls: [] as Call[],
  }));
  for (const call of calls) intervals[Math.floor(call.at / length)]?.calls.push(call);
  return intervals;
}
