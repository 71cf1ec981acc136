import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { samplesSetting, type Sample } from './memory';

const intervalMs = 100;

// loaded into each process with `--require`, which is also done for its threads
const folder = process.env[samplesSetting];
if (folder && isMainThread) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, String(process.pid));
  const sample = () => {
    const { rss, heapTotal, external } = process.memoryUsage();
    const line: Sample = { at: Date.now(), rss, heap: heapTotal, buffers: external };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  setInterval(sample, intervalMs).unref();
}
