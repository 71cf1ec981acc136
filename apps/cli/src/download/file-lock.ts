import { open, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { uptime } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalError } from '../exit';

/** How long a lock may be empty: its process is about to write the number, or was killed before it did. */
const emptyMs = 10_000;
const lookMs = 50;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** The number of this process may have been that of another one, for example in a container that was started again. */
function isOther(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    // another person's process
    return codeOf(error) === 'EPERM';
  }
}

async function create(path: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await file.write(String(process.pid));
    return true;
  } catch (error) {
    // the disk may be full, and an empty lock would stop every later attempt
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** The number of the process that uses the lock; undefined if none does. It waits for one that is about to write its number. */
async function userOf(path: string): Promise<number | undefined> {
  const { mtimeMs } = await stat(path);
  // numbers begin again when the machine is started
  if (mtimeMs < Date.now() - uptime() * 1000) return undefined;
  // a clock of another machine may be ahead
  const end = Math.min(mtimeMs, Date.now()) + emptyMs;
  for (;;) {
    const pid = await readFile(path, 'utf8');
    if (pid !== '') return isOther(Number(pid)) ? Number(pid) : undefined;
    if (Date.now() >= end) return undefined;
    await pause(lookMs);
  }
}

/** The process that used it may have just deleted it. */
const userIfAny = (path: string) =>
  userOf(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Lets one process at a time write a file, until it calls the function that this returns. The lock is a file with the number of its process;
 * that of a process which has ended is taken over.
 * @param target the file, for the message @throws LocalError if another process has the lock; file system errors
 */
export async function lockFile(path: string, target: string): Promise<() => Promise<void>> {
  if (!(await create(path))) {
    const user = await userIfAny(path);
    if (user)
      throw new LocalError(`${target}: process ${user} is downloading it; if that is another program, delete ${path}`);
    await rm(path, { force: true });
    if (!(await create(path))) throw new LocalError(`${target}: another process is downloading it`);
  }
  return () => rm(path, { force: true });
}
