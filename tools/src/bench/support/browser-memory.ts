import { readdirSync, readFileSync } from 'node:fs';

const pollMs = 250;

/** Peak bytes during some work. */
export interface Peak {
  /** All processes of the browser. */
  browser: number;
  /** The largest process of a page. */
  page: number;
}

/**
 * Memory of every Chromium this process has started: each page of memory divided by those who share it (PSS), so that nothing counts
 * twice. Linux procfs.
 */
export function browserMemory(): Peak {
  const peak = { browser: 0, page: 0 };
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const command = read(`/proc/${entry}/cmdline`)?.split('\0');
    if (!command?.[0]?.includes('chromium') || !isOurs(Number(entry))) continue;
    const used = 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${entry}/smaps_rollup`) ?? '')?.[1] ?? 0);
    peak.browser += used;
    if (command.some((word) => word.includes('--type=renderer'))) peak.page = Math.max(peak.page, used);
  }
  return peak;
}

/** The most that was in use at any time of the work. */
export async function peakDuring(work: () => Promise<unknown>): Promise<Peak> {
  const peak = browserMemory();
  const timer = setInterval(() => {
    const now = browserMemory();
    peak.browser = Math.max(peak.browser, now.browser);
    peak.page = Math.max(peak.page, now.page);
  }, pollMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

/** Whether this process has started it, or what has started it. */
function isOurs(pid: number): boolean {
  for (let each = pid; each > 1;) {
    if (each === process.pid) return true;
    each = Number(/\) \S (\d+)/.exec(read(`/proc/${each}/stat`) ?? '')?.[1] ?? 0);
  }
  return false;
}

/** Nothing once the process is gone. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
