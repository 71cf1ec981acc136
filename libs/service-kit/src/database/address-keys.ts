import { addressKey } from '@tradepost/contracts/values/address';
import type { QueryRunner } from 'typeorm';

const batchSize = 5_000;
const maxReported = 50;

/** For migrations: writes the key of every address in `from` to `to`. */
export async function writeAddressKeys(
  runner: QueryRunner,
  table: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const found = (await runner.query(`SELECT DISTINCT ${from} AS given FROM ${table} WHERE ${from} IS NOT NULL`)) as {
    given: string;
  }[];
  const spellings = found.map(({ given }) => given);
  for (let start = 0; start < spellings.length; start += batchSize) {
    const batch = spellings.slice(start, start + batchSize);
    await runner.query(
      `UPDATE ${table} SET ${to} = known.key FROM unnest($1::text[], $2::text[]) AS known(given, key) WHERE ${from} = known.given`,
      [batch, batch.map(addressKey)],
    );
  }
}

/**
 * For migrations: stops before a unique index, because only people can tell which owner each of two rows with one address belongs to.
 * @param unique columns that are unique together
 * @param row names a row in the report
 */
export async function assertNoAddressCollision(
  runner: QueryRunner,
  table: string,
  { unique, row }: { unique: string; row: string },
): Promise<void> {
  const collisions = (await runner.query(
    `SELECT array_agg(${row} ORDER BY ${row}) AS rows FROM ${table} GROUP BY ${unique} HAVING count(*) > 1 LIMIT ${maxReported}`,
  )) as { rows: string[] }[];
  if (collisions.length === 0) return;
  const report = collisions.map(({ rows }) => rows.join(' = ')).join('; ');
  throw new Error(
    `Nothing was changed: rows of "${table}" have one e-mail address in different spellings. Delete all but one of each, or change their address, and start again. ${report}`,
  );
}
