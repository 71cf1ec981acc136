import type { DatabaseWork } from './statements';

const reads = (statements: number): DatabaseWork => ({ statements, roundTrips: statements, transactions: 0 });
/** In one transaction, which costs two round trips more. */
const writes = (statements: number): DatabaseWork => ({ statements, roundTrips: statements + 2, transactions: 1 });

/**
 * What the commands that are called most may ask of PostgreSQL. The integration tests of their services count it, so a change
 * that needs more, or less, changes this table.
 */
export const statementBudget = {
  /** Not asked at all while the gateway has the session in its cache. */
  'identity.actor-of': reads(1),
  'storage.stats': reads(1),
  /** A page of files: the first, one by its cursor, and one of a single type, which is counted. */
  'storage.files': reads(2),
  'storage.files after': reads(2),
  'storage.files of a type': reads(3),
  /** All that an unchanged page asks for. */
  'storage.files-version': reads(1),
  'storage.received-files': reads(2),
  'storage.open-file': reads(1),
  /** The deliveries to the caller, then folders and files. */
  'storage.search': reads(3),
  'storage.begin-upload': writes(2),
  'storage.begin-upload with a key': writes(5),
  'storage.commit-upload': writes(3),
  /** Of any number of files. */
  'storage.begin-uploads': writes(2),
  'storage.begin-uploads with a key': writes(5),
  /** The names are taken. */
  'storage.begin-uploads again': writes(5),
  'storage.commit-uploads': writes(3),
  /** Of an accepted request: the request, its files, transfer and key, and the transfer's files, downloads and extensions. */
  'requests.details': reads(7),
} satisfies Record<string, DatabaseWork>;
