import { array, count, object } from '../values/fields';

/** How many ranges of the version that is replaced a commit may copy. */
export const maxCopiedRanges = 1_000;

/** Bytes of the version that is replaced, from `from` on, that become bytes of the new one, from `at` on. Both are places in sealed files. */
export interface CopiedRange {
  at: number;
  from: number;
  length: number;
}

export const copiedRanges = () =>
  array(object({ at: count().required(), from: count().required(), length: count().required() }).required())
    .default([])
    .max(maxCopiedRanges);
