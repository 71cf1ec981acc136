import type { DatabaseWork } from './statements';

/** Without a transaction around them. */
const alone = (statements: number): DatabaseWork => ({ statements, roundTrips: statements, transactions: 0 });
/** In one transaction: its begin is sent with the first statement, and those that end it are sent with its commit. */
const writes = (statements: number, closing = 0): DatabaseWork => ({
  statements,
  roundTrips: statements - closing + 1,
  transactions: 1,
});

/**
 * What the commands that are called most may ask of PostgreSQL. The integration tests of their services count it, so a change
 * that needs more, or less, changes this table.
 */
export const statementBudget = {
  /** Not asked at all while the gateway has the session in its cache. */
  'identity.actor-of': alone(1),
  'identity.me': alone(1),
  /** The first call of a sign-in: two reads, and one statement for all that is written. */
  'identity.start-proof': alone(3),
  /** In a browser that the account knows, without another start that counts: the same in one statement. */
  'identity.start-proof of a known browser': alone(1),
  /** The second: a read, and one statement for all that is written. */
  'identity.login': alone(2),
  'identity.login of a known browser': alone(2),
  /** As above, and its mail: a transaction around both. */
  'identity.login of a new browser': { statements: 3, roundTrips: 3, transactions: 1 },
  /** The lock of the limit, sent with the count of its uses, the use, and the challenge that is sent with the commit. */
  'identity.start-passkey-sign-in': { statements: 4, roundTrips: 3, transactions: 1 },
  /** The challenge, the passkey, its counter, the account; then as the second call of a sign-in. */
  'identity.passkey-login': alone(5),
  'storage.stats': alone(1),
  /** A page of files: the first, one by its cursor, and one of a single type. */
  'storage.files': alone(2),
  'storage.files after': alone(2),
  'storage.files of a type': alone(2),
  /** Of one directory: its files, and the directories in it. */
  'storage.files of a directory': alone(2),
  'storage.directories': alone(2),
  /** What the gateway asks for: a page that has changed, and one that has not. */
  'storage.files-unless': alone(2),
  'storage.files-unless unchanged': alone(1),
  /** The deliveries, their number for a page, and the newest files. */
  'storage.received': alone(3),
  'storage.received-folders': alone(4),
  'storage.received-files': alone(2),
  'storage.open-file': alone(1),
  /** The deliveries to the caller, then folders and files. */
  'storage.search': alone(3),
  /** All of the upload of a small file, after its bytes are stored. */
  'storage.add-file': alone(1),
  'storage.add-file with a key': alone(2),
  'storage.begin-upload': alone(1),
  'storage.begin-upload with a key': writes(5),
  /** Managed, and end-to-end encrypted. */
  'storage.commit-upload': writes(2),
  'storage.commit-upload sealed': writes(2),
  /** Of any number of files. */
  'storage.begin-uploads': writes(2),
  'storage.begin-uploads with a key': writes(5),
  /** In directories: these must not be files. */
  'storage.begin-upload into a directory': writes(3),
  'storage.begin-uploads into directories': writes(3),
  /** The names are taken. */
  'storage.begin-uploads again': writes(5),
  'storage.commit-uploads': writes(2),
  /** Of any number of events that come together: the inbox, the ends of the chains, the entries. */
  'audit entries': writes(3, 1),
  /** As above, with notifications, webhooks, mails and live updates: the inbox and each of their tables, and what these need to know. */
  'notification of requests': writes(8, 2),
  /** The inbox, the limits of all addresses (their lock is sent with the count), the members, the lists, the webhooks, and what ends it. */
  'notification of deliveries': { statements: 9, roundTrips: 7, transactions: 1 },
  /**
   * A full page, with or without a filter: the requests and their number, and of the page how many files fit into an answer, the files,
   * the transfers and the receivers’ keys.
   */
  'requests.of-company': alone(6),
  /** Of an accepted request: the request, its files, transfer and key, and the transfer's files, downloads and extensions. */
  'requests.details': alone(7),
} satisfies Record<string, DatabaseWork>;
