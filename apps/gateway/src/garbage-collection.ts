import { setFlagsFromString } from 'node:v8';

/** The first one in which V8 has the flag. Others print that they do not know it. */
const firstVersion = 24;

/**
 * V8 of Node 24 collects the garbage of the whole heap after each 64 MB of new buffers, which took more than half of the CPU of a large upload
 * (docs/benchmarks.md). With this flag, buffers count towards the limit of the heap, which grows with what is in use. For the gateway only, which has
 * room for it: its peak is 63 MiB higher.
 */
export function countBuffersAsHeap(): void {
  if (Number.parseInt(process.versions.node, 10) >= firstVersion)
    setFlagsFromString('--external-memory-accounted-in-global-limit');
}
