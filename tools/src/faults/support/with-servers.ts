import { stopAll, type Running } from '@tradepost/testing/servers/server-process';

/** Takes what was started, and returns it. */
export type Keep = <T extends Running>(running: T) => T;

/** Works with servers, and stops those that `work` has given to `keep`, in the reverse order. */
export async function withServers<T>(work: (keep: Keep) => Promise<T>): Promise<T> {
  const started: Running[] = [];
  try {
    return await work((running) => {
      started.push(running);
      return running;
    });
  } finally {
    await stopAll(started);
  }
}
