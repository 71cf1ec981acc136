/** The work's outcome, or after `ms` milliseconds the error that `late` returns; the work continues and its outcome is ignored. */
export function withTimeout<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  // one promise, because every call in the embedded topology has one
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: Error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
