import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { types } from 'node:util';
import { Client, Pool } from 'pg';

/** What a command asks of PostgreSQL. */
export interface DatabaseWork {
  /** Without those that begin and end a transaction. */
  statements: number;
  /** How often the command waits for an answer, or for several that were asked for together. */
  roundTrips: number;
  transactions: number;
}

/** A statement with its values, as pg was given it. */
export interface LoggedStatement {
  text: string;
  values: unknown[];
}

type Query = (this: Client, ...args: unknown[]) => unknown;

const counting = new AsyncLocalStorage<DatabaseWork>();
const listing = new AsyncLocalStorage<LoggedStatement[]>();
let everything: DatabaseWork | undefined;
const prototype = Client.prototype as unknown as { query: Query };
const { query } = prototype;
/** Unanswered queries of connections in pipeline mode. */
const unanswered = new WeakMap<Client, number>();
// every query of a process goes through this method
prototype.query = function (this: Client, ...args: unknown[]) {
  const before = unanswered.get(this) ?? 0;
  for (const work of [counting.getStore(), everything]) if (work) count(work, textOf(args[0]), before === 0);
  listing.getStore()?.push({ text: textOf(args[0]), values: valuesOf(args) });
  const answer = query.apply(this, args);
  if (!types.isPromise(answer)) return answer;
  unanswered.set(this, before + 1);
  const answered = () => unanswered.set(this, (unanswered.get(this) as number) - 1);
  answer.then(answered, answered);
  return answer;
};

type Connect = (this: Pool, connected?: (...args: unknown[]) => void) => unknown;
const pools = Pool.prototype as unknown as { connect: Connect };
const { connect } = pools;
// a pool calls who waits for a connection from the one that gives it back, so that the statement would count there
pools.connect = function (this: Pool, connected) {
  return connect.call(this, connected && AsyncResource.bind(connected));
};

/** Counts what `command` does, and nothing that runs at the same time: the relay, the sweepers, other calls. */
export async function databaseWorkOf(command: () => Promise<unknown>): Promise<DatabaseWork> {
  const work = nothing();
  await counting.run(work, command);
  return work;
}

/** What `command` asks of PostgreSQL, without what begins and ends a transaction. */
export async function statementsOf(command: () => Promise<unknown>): Promise<LoggedStatement[]> {
  const asked: LoggedStatement[] = [];
  await listing.run(asked, command);
  return asked.filter(({ text }) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(text));
}

/** Counts all that this process asks of PostgreSQL from now on. */
export const countEverything = (): DatabaseWork => (everything = nothing());

const nothing = (): DatabaseWork => ({ statements: 0, roundTrips: 0, transactions: 0 });

function count(work: DatabaseWork, text: string, waits: boolean) {
  const [verb = ''] = text.trim().toUpperCase().split(/\W/, 1);
  if (waits) work.roundTrips += 1;
  if (verb === 'START' || verb === 'BEGIN') work.transactions += 1;
  else if (verb !== 'COMMIT' && verb !== 'ROLLBACK') work.statements += 1;
}

const textOf = (given: unknown) => (typeof given === 'string' ? given : (given as { text: string }).text);
const valuesOf = ([given, values]: unknown[]) =>
  Array.isArray(values) ? (values as unknown[]) : ((given as { values?: unknown[] }).values ?? []);
