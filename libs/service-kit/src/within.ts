/** The work's outcome, or after `ms` milliseconds what `late` makes; the work goes on unheard. */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
