import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Seconds the work takes. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** The median, and how far the rounds lay apart: `12.3 (11.9 to 12.8)`. */
export const spread = (values: number[], digits = 1) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;

const ticksASecond = 100;

/** CPU seconds of everything this process has started and what that started, the ended included (Linux procfs). */
export function cpuOfChildren(): number {
  const all = readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    const fields = statOf(entry);
    return fields
      ? [
          {
            pid: Number(entry),
            parent: Number(fields[1]),
            ticks: [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0),
          },
        ]
      : [];
  });
  let ticks = 0;
  const parents = [process.pid];
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    for (const child of all) {
      if (child.parent !== parent) continue;
      ticks += child.ticks;
      parents.push(child.pid);
    }
  }
  return ticks / ticksASecond;
}

/** CPU seconds of one process, all its threads (Linux procfs). */
export function cpuOf(pid: number): number {
  const fields = statOf(String(pid));
  if (!fields) throw new Error(`Process ${pid} has exited`);
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

/** The value that `share` of all values do not pass (nearest rank): 0.95 for p95. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** `p50 1.2 ms, p95 3.4, p99 5.6` */
export const latencies = ({ p50, p95, p99 }: Latencies) =>
  `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)}`;

/** Milliseconds. */
export interface Latencies {
  p50: number;
  p95: number;
  p99: number;
}

/** Fields of `/proc/<pid>/stat` from the state on; undefined once the process is gone. */
function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Runs `count` pieces of work, at most `concurrency` at once. */
export async function inParallel(
  count: number,
  concurrency: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
}
