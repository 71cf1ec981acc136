import { runMigrations } from 'bullmq';
import { Client } from 'pg';
import { dataSource, type DatabaseOptions } from './database';
import { queueSchema } from '../jobs/queue';

/** The database role of a service. It may only read and write rows of its own schema. */
export const serviceRole = (schema: string) => `tradepost_${schema}`;

/**
 * Migrates one service's schema as the database owner: role, schema, tables, grants.
 * A migration may narrow the grants afterwards (the audit log does). Repeating it changes nothing.
 *
 * @param ownerUrl connection of a role that may create roles and schemas
 * @param password of the service's role; set again on every run
 */
export async function migrateService({
  ownerUrl,
  password,
  ...options
}: Omit<DatabaseOptions, 'url'> & { ownerUrl: string; password: string }): Promise<number> {
  const { schema } = options;
  await prepareSchema(ownerUrl, schema, password);
  const source = await dataSource({ ...options, url: ownerUrl, poolSize: 1 }).initialize();
  try {
    return (await source.runMigrations({ transaction: 'all' })).length;
  } finally {
    await source.destroy();
  }
}

/** Migrates BullMQ's schema, if PostgreSQL has the queues. Its role may use only this schema. */
export async function migrateQueues({ ownerUrl, password }: { ownerUrl: string; password: string }): Promise<void> {
  await prepareSchema(ownerUrl, queueSchema, password);
  await asOwner(ownerUrl, (owner) => runMigrations(owner, queueSchema));
}

async function prepareSchema(ownerUrl: string, schema: string, password: string): Promise<void> {
  const role = serviceRole(schema);
  await asOwner(ownerUrl, async (owner) => {
    await owner.query('BEGIN');
    await owner.query('SELECT pg_advisory_xact_lock(7126354)');
    const known = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    await owner.query(
      `${known.rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${owner.escapeLiteral(password)}`,
    );
    await owner.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await owner.query(
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`,
    );
    await owner.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${role}`);
    await owner.query('COMMIT');
  });
}

async function asOwner(ownerUrl: string, work: (owner: Client) => Promise<unknown>): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}
