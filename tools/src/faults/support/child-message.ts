import type { ChildProcess } from 'node:child_process';

/** The first message of a forked process. @throws Error at once when the process ends without one, or cannot be started */
export function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The process ended with ${signal ?? code} before it answered`)),
    );
  });
}
