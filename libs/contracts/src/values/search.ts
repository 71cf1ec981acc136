import { object, singleLine } from './fields';

/** Minimum length of a search text. */
export const minSearch = 2;

/** Maximum number of results of each kind. */
export const maxFound = 5;

/** Part of a name or address, in any case; `%` and `_` match only themselves. */
export const searchInput = object({
  q: singleLine(100).required('Enter what to search for').min(minSearch, `Enter at least ${minSearch} characters`),
});
