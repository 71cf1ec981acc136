import type { DatabaseWork } from './statements';

const reads = (statements: number): DatabaseWork => ({ statements, roundTrips: statements, transactions: 0 });
/** In one transaction, which costs two round trips more. */
const writes = (statements: number): DatabaseWork => ({ statements, roundTrips: statements + 2, transactions: 1 });

/**
 * What the commands that are called most may ask of PostgreSQL. The integration tests of their services count it, so a change
 * that needs more, or less, changes this table.
 */
export const statementBudget = {
  /** A call whose session the gateway has cached does not come here at all. */
  'identity.actor-of': reads(1),
  'storage.stats': reads(1),
  /** A page of files: the first, one by its cursor, and one of a single type, which is counted. */
  'storage.files': reads(2),
  'storage.files after': reads(2),
  'storage.files of a type': reads(3),
  'storage.received-files': reads(2),
  'storage.open-file': reads(1),
  'storage.begin-upload': writes(4),
  'storage.begin-upload with a key': writes(7),
  'storage.commit-upload': writes(3),
} satisfies Record<string, DatabaseWork>;
