let last: Promise<unknown> = Promise.resolve();

/** Runs changes of the vault one after the other: each starts from the state that the previous one left. */
export function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next;
  return next;
}

/** Waits until the changes that were requested so far have ended, successfully or not. */
export const pendingChanges = () => last.catch(() => undefined);
