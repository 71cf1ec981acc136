import { Option } from 'commander';
import { UsageError } from './exit';

const most = 16;

export const parallelOption = (): Option =>
  new Option('--parallel <n>', `files at the same time, 1 to ${most}`).default('4');

/** @throws UsageError */
export function parallelOf(given: string): number {
  const parallel = Number(given);
  if (Number.isInteger(parallel) && parallel >= 1 && parallel <= most) return parallel;
  throw new UsageError(`--parallel must be a whole number from 1 to ${most}`);
}
