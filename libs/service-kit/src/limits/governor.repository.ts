import type { LimitName } from '@tradepost/contracts/limits/table';
import { prepared } from '../database/prepared';
import { sql } from '../database/sql';
import type { Closing, Tx } from '../database/transaction';

/** One key of one limit, and how much of it a call uses. */
export interface Use {
  limit: LimitName;
  key: string;
  /** 1 when absent. */
  amount?: number;
}

/** What was used of a key within its window. */
export interface Used {
  amount: number;
  /** Oldest first. */
  times: { at: Date; amount: number }[];
}

/** Rows that no limit counts any more are deleted a few at a time, with the next use: more than a call stores. */
const prunedAtOnce = 50;
/**
 * As `prunedAtOnce`, with a call that stores one row. PostgreSQL expects to find all of them, and with more it would plan the statement again
 * for each call, which costs more than the statement.
 */
const prunedWithOne = 4;

const limitsOf = (uses: readonly Use[]) => uses.map(({ limit }) => limit);
const keysOf = (uses: readonly Use[]) => uses.map(({ key }) => key);

const locks = {
  name: 'limit-locks',
  text: `SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
         FROM (SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place) ORDER BY place) locked`,
};

/** In one order everywhere, so that two calls cannot wait for each other. */
export async function lockUses(tx: Tx, uses: readonly Use[]): Promise<void> {
  await prepared(tx, locks, [uses.map(({ limit, key }) => `limit ${limit} ${key}`).sort()]);
}

/** As `prunedAtOnce`, with a call that may store more rows than that: it is rare enough to be planned again. */
const prunedWithMany = (keys: string) => `greatest(${prunedAtOnce}, 2 * cardinality(${keys}))`;

/** All given uses: the limit lets PostgreSQL expect one, so that one plan suits every call. */
const usesThatCount = (first: number) =>
  `SELECT given.place::int AS place, used.at, used.amount
   FROM (SELECT * FROM unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::timestamptz[]) WITH ORDINALITY
         LIMIT cardinality($${first}::text[])) AS given (limit_name, key, since, place)
   JOIN limit_use used ON used.limit_name = given.limit_name AND used.key = given.key AND used.at > given.since
   WHERE used.id IS DISTINCT FROM $${first + 3}::uuid ORDER BY used.at`;
const countedUses = { name: 'limit-uses', text: usesThatCount(1) };

/** SQL for what counts of the uses of a `UsesToRead`, as a value in a statement that has other parameters before `first`. */
export const usesAsJson = (first: number) =>
  `(SELECT coalesce(json_agg(counted), '[]') FROM (${usesThatCount(first)}) counted)`;

/**
 * SQL that stores a call's uses, as parts of a statement that has other parameters before `first`. Its values: `countingValues`.
 * @param from a query that has a row if the only use is to be stored; absent: all are stored
 */
export const usesInsert = (first: number, from?: string) =>
  insertion(first, String(from ? prunedWithOne : prunedAtOnce), from);

const insertion = (first: number, most: string, from?: string) =>
  `pruned AS (DELETE FROM limit_use WHERE (id, limit_name, key) IN
     (SELECT id, limit_name, key FROM limit_use WHERE at < $${first + 5}::timestamptz ORDER BY at LIMIT ${most} FOR UPDATE SKIP LOCKED)),
   counted AS (INSERT INTO limit_use (id, limit_name, key, amount, at)
     SELECT $${first}::uuid, limit_name, key, amount, $${first + 4}::timestamptz
     FROM unnest($${first + 1}::text[], $${first + 2}::text[], $${first + 3}::int[]) AS given (limit_name, key, amount)
     ${from ? `WHERE EXISTS (SELECT FROM ${from})` : ''})`;
/** SQL for whether other calls have used the only key of `usesInsert(first)` since this time, which is SQL too. */
export const isUsed = (first: number, since: string) =>
  `EXISTS (SELECT FROM limit_use used
           WHERE used.limit_name = ($${first + 1}::text[])[1] AND used.key = ($${first + 2}::text[])[1] AND used.at > ${since})`;
const newUses = { name: 'limit-new-uses', text: `WITH ${usesInsert(1)} SELECT` };
const manyNewUses = {
  name: 'limit-many-new-uses',
  text: `WITH ${insertion(1, prunedWithMany('$2::text[]'))} SELECT`,
};

/** SQL that removes uses: a statement of its own, or a part of one that has other parameters before `first`. Its values: `clearingValues`. */
export const usesDeletion = (first: number) =>
  `DELETE FROM limit_use WHERE (id = $${first + 2}::uuid OR id IN (SELECT id FROM limit_use WHERE limit_name = $${first}::text AND key = $${first + 1}::text))`;
const forgottenUses = { name: 'limit-forgotten-uses', text: usesDeletion(1) };

interface CountedRow {
  place: number;
  /** Text within JSON. */
  at: Date | string;
  amount: number;
}

/** Uses of which a statement of the caller reads what counts: the values of `usesAsJson`, and how to understand its answer. */
export interface UsesToRead {
  values: unknown[];
  usedIn: (rows: CountedRow[]) => Used[];
}

/** @param since one for each use @param except the id of a use that does not count */
export const usesToRead = (uses: readonly Use[], since: readonly Date[], except?: string): UsesToRead => ({
  values: [limitsOf(uses), keysOf(uses), since, except ?? null],
  usedIn: (rows) =>
    uses.map((_use, n) => {
      const times = rows.filter(({ place }) => place === n + 1).map(({ at, amount }) => ({ at: new Date(at), amount }));
      return { times, amount: times.reduce((sum, { amount }) => sum + amount, 0) };
    }),
});

export async function usedOf(tx: Tx, { values, usedIn }: UsesToRead): Promise<Used[]> {
  return usedIn(await prepared<CountedRow>(tx, countedUses, values));
}

/** What a call uses, to be stored. */
export interface Counting {
  id: string;
  uses: readonly Use[];
  at: Date;
  pruneBefore: Date;
}

export const countingValues = ({ id, uses, at, pruneBefore }: Counting): unknown[] => [
  id,
  limitsOf(uses),
  keysOf(uses),
  uses.map(({ amount = 1 }) => amount),
  at,
  pruneBefore,
];

export const insertOf = (counting: Counting): Closing => ({ ...newUses, values: countingValues(counting) });

export async function insertUses(tx: Tx, counting: Counting): Promise<void> {
  await prepared(tx, newUses, countingValues(counting));
}

/** As `insertUses`, for any number of keys. */
export async function insertManyUses(tx: Tx, counting: Counting): Promise<void> {
  await prepared(tx, manyNewUses, countingValues(counting));
}

/** Deletes a call's uses of all limits. */
export async function deleteUses(tx: Tx, id: string): Promise<void> {
  await sql(tx).query('DELETE FROM limit_use WHERE id = $1', [id]);
}

/** The uses of one key, and those of other limits by the same calls. */
export interface Clearing {
  use: Use;
  /** Of one more call. */
  id?: string | undefined;
}

export const clearingValues = (clearing: Clearing | undefined): (string | null)[] => [
  clearing?.use.limit ?? null,
  clearing?.use.key ?? null,
  clearing?.id ?? null,
];

/** Deletes all uses of keys that are, or begin with, one of these. */
export async function deleteUsesBy(tx: Tx, subjects: readonly string[]): Promise<void> {
  await sql(tx).query("DELETE FROM limit_use WHERE split_part(key, ' ', 1) = ANY($1)", [subjects]);
}

export const deletionOf = (clearing: Clearing): Closing => ({ ...forgottenUses, values: clearingValues(clearing) });
