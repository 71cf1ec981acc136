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
  'storage.stats': reads(2),
  /** A page of files: the first, one by its cursor, and one of a single type, which is counted. */
  'storage.files': reads(3),
  'storage.files after': reads(3),
  'storage.files of a type': reads(4),
  'storage.received-files': reads(3),
  'storage.open-file': reads(2),
  'storage.begin-upload': writes(8),
  'storage.begin-upload with a key': writes(11),
  'storage.commit-upload': writes(7),
} satisfies Record<string, DatabaseWork>;
