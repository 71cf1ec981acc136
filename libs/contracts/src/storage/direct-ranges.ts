import { array, count, object } from '../values/fields';

/** Ranges in one call for their addresses. */
export const maxDirectRanges = 32;

/** Where ranges of sealed files can be read, straight from the object store. */
export interface DirectRanges {
  /** In the order of the ranges; none where they must be read from the server. */
  urls: string[];
  /** ISO-8601: how long a read can begin there; null without addresses. */
  expiresAt: string | null;
}

/** `end` is exclusive. */
export const directRanges = () =>
  array(object({ start: count().required(), end: count().required() }).required())
    .required()
    .max(maxDirectRanges);
