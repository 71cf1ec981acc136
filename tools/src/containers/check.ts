interface Counts {
  passed: number;
  failed: number;
}

/** Runs one check and prints its result with the seconds it took. @returns whether it passed */
export type Check = (what: string, work: () => Promise<unknown>) => Promise<boolean>;

export function startChecks(): { counts: Counts; check: Check } {
  const counts = { passed: 0, failed: 0 };
  const check: Check = async (what, work) => {
    const began = performance.now();
    const fault = await work().then(
      () => undefined,
      (error: Error) => error.message,
    );
    counts[fault === undefined ? 'passed' : 'failed'] += 1;
    console.log(`${fault === undefined ? '✓' : '✗'} ${what} (${Math.round((performance.now() - began) / 1000)} s)`);
    if (fault !== undefined) console.log(fault);
    return fault === undefined;
  };
  return { counts, check };
}

/** @throws Error that lists these faults, if there are any */
export function none(faults: string[]): void {
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
