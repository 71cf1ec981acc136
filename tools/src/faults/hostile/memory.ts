import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../topology/paths';
import type { Topology } from '../../topology/start';
import { processMemory } from '../support/process-memory';

/** Names the folder for the samples of each process. */
export const samplesSetting = 'HOSTILE_MEMORY_SAMPLES';
const folderIn = (dataDir: string) => join(dataDir, 'memory-samples');

/** Of a process at a moment, in bytes. */
export interface Sample {
  /** Milliseconds since 1970. */
  at: number;
  rss: number;
  /** Of the main thread, with garbage that was not collected yet. */
  heap: number;
  /** Outside the heap, for its objects. */
  buffers: number;
}

/** What a process took more than before, in bytes; its parts when it was largest. The rest is threads, e.g. those of hashes, and what its allocator keeps. */
export interface Growth {
  most: number;
  heap: number;
  buffers: number;
  rest: number;
}

/** Settings with which every process notes its memory. */
export const samplingSettings = (dataDir: string): Record<string, string> => ({
  NODE_OPTIONS: `--require ${join(root, 'tools/dist/faults/hostile/memory-probe.js')}`,
  [samplesSetting]: folderIn(dataDir),
});

/** Bytes by process. */
export function memoryOf({ processes }: Topology, key: 'VmRSS' | 'VmHWM'): Record<string, number> {
  return Object.fromEntries([...processes].map(([name, { pid }]) => [name, processMemory(pid ?? 0, key)]));
}

/** @param before of `memoryOf` @param began when the memory was that, in milliseconds since 1970 */
export function growthSince(
  topology: Topology,
  dataDir: string,
  before: Record<string, number>,
  began: number,
): Record<string, Growth> {
  const most = memoryOf(topology, 'VmHWM');
  return Object.fromEntries(
    [...topology.processes].map(([name, { pid }]) => {
      const samples = readFileSync(join(folderIn(dataDir), String(pid)), 'utf8')
        .trim()
        .split('\n');
      return [
        name,
        growthOf(
          samples.map((line) => JSON.parse(line) as Sample),
          began,
          (most[name] ?? 0) - (before[name] ?? 0),
        ),
      ];
    }),
  );
}

/** @param samples in order, at least one @param most bytes that the process took more than before */
export function growthOf(samples: readonly Sample[], began: number, most: number): Growth {
  const first = samples.findLast(({ at }) => at <= began) ?? (samples[0] as Sample);
  const largest = samples
    .filter(({ at }) => at > began)
    .reduce((found, sample) => (sample.rss > found.rss ? sample : found), first);
  const [heap, buffers] = [largest.heap - first.heap, largest.buffers - first.buffers];
  return { most, heap, buffers, rest: most - heap - buffers };
}
