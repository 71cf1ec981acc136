import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** What a command asks of PostgreSQL. */
export interface DatabaseWork {
  /** Without those that begin and end a transaction. */
  statements: number;
  /** How often the command waits for an answer. */
  roundTrips: number;
  transactions: number;
}

type Query = (this: Client, ...args: unknown[]) => unknown;

const counting = new AsyncLocalStorage<DatabaseWork>();
let everything: DatabaseWork | undefined;
const prototype = Client.prototype as unknown as { query: Query };
const { query } = prototype;
// every query of a process goes through this method, and each is one round trip
prototype.query = function (this: Client, ...args: unknown[]) {
  for (const work of [counting.getStore(), everything]) if (work) count(work, textOf(args[0]));
  return query.apply(this, args);
};

/** Counts what `command` does, and nothing that runs at the same time: the relay, the sweepers, other calls. */
export async function databaseWorkOf(command: () => Promise<unknown>): Promise<DatabaseWork> {
  const work = nothing();
  await counting.run(work, command);
  return work;
}

/** Counts all that this process asks of PostgreSQL from now on. */
export const countEverything = (): DatabaseWork => (everything = nothing());

const nothing = (): DatabaseWork => ({ statements: 0, roundTrips: 0, transactions: 0 });

function count(work: DatabaseWork, text: string) {
  const [verb = ''] = text.trim().toUpperCase().split(/\W/, 1);
  work.roundTrips += 1;
  if (verb === 'START' || verb === 'BEGIN') work.transactions += 1;
  else if (verb !== 'COMMIT' && verb !== 'ROLLBACK') work.statements += 1;
}

const textOf = (given: unknown) => (typeof given === 'string' ? given : (given as { text: string }).text);
