import { join } from 'node:path';

/** The repository, from `tools/src/topology` and `tools/dist/topology` alike. */
export const root = join(__dirname, '..', '..', '..');
