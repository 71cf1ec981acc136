import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';

const memoryDisk = '/dev/shm';
/** Half of the memory of most machines is free there, and the tests need at most half of this. */
const leastFreeBytes = 12 * 1024 ** 3;

/** Whether temporary files fit into memory. The S3 server of the tests needs extended attributes, which tmpfs has since Linux 6.6. */
export function fitsIntoMemory({ freeBytes, release }: { freeBytes: number; release: string }): boolean {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  return freeBytes >= leastFreeBytes && (major > 6 || (major === 6 && minor >= 6));
}

/**
 * Lets the processes that this one starts have their temporary files in memory, if it has room and `TMPDIR` names no other place: the servers of the
 * tests write gigabytes and sync each file, for which some disks take longer than for all else.
 */
export function moveTemporaryFilesIntoMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(memoryDisk)) return;
  const { bavail, bsize } = statfsSync(memoryDisk);
  if (!fitsIntoMemory({ freeBytes: bavail * bsize, release: release() })) return;
  const directory = mkdtempSync(join(memoryDisk, 'tradepost-test-'));
  // servers that are started as other users look for their files below
  chmodSync(directory, 0o755);
  process.env.TMPDIR = directory;
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
