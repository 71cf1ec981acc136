import type { Client } from 'pg';
import { ObjectStoreUnavailable, type ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { schemas } from '../topology/catalogue';

/** @throws Error naming what the database or the object store contains */
export async function refuseUnlessEmpty(client: Client, store: ObjectStore): Promise<void> {
  const { rows } = await client.query<{ schemaname: string }>(
    'SELECT DISTINCT schemaname FROM pg_tables WHERE schemaname = ANY ($1) ORDER BY 1',
    [schemas],
  );
  if (rows.length > 0)
    throw new Error(
      `The database is not empty (it has tables in ${rows.map(({ schemaname }) => schemaname).join(', ')}); nothing was written.`,
    );
  const first = await firstKey(store);
  if (first) throw new Error(`The object store is not empty (it has ${first}); nothing was written.`);
}

/** A bucket or directory that does not exist yet counts as empty. */
async function firstKey(store: ObjectStore): Promise<string | null> {
  try {
    for await (const { key } of store.list('')) return key;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (!(error instanceof ObjectStoreUnavailable) || cause?.code !== 'NoSuchBucket') throw error;
  }
  return null;
}

/** Drops the schemas of all services with everything in them. */
export async function dropSchemas(client: Client): Promise<void> {
  for (const schema of schemas) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
}
