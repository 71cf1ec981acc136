import { readFileSync } from 'node:fs';

/** Bytes that a process has in memory (`VmRSS`), or had at most (`VmHWM`). Linux procfs. @throws ENOENT, ESRCH once it has ended */
export function processMemory(pid: number, key: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
}
