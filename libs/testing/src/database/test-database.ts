import { createHash, randomUUID } from 'node:crypto';
import { kitMigrations, type DatabaseOptions } from '@tradepost/service-kit/database/database';
import { migrateQueues, migrateService } from '@tradepost/service-kit/database/migrate';
import { Client } from 'pg';
import type { Running } from '../servers/server-process';

export type Database = Omit<DatabaseOptions, 'url' | 'poolSize'>;

export interface TestDatabase extends Running {
  /** The database's owner, who may do what no service may. */
  ownerUrl: string;
  /** Of the roles of services. Roles belong to the server, so every test of a run uses the same one. */
  password: string;
}

/** An advisory lock: one process at a time makes a template. */
const templateLock = 7126355;

/**
 * A database for one test file on the PostgreSQL of the jest run: a copy of a template that has the service's schema and
 * the queues. The first file that needs a template makes it.
 */
export async function testDatabase(database: Database): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_POSTGRES_URL;
  if (!serverUrl)
    throw new Error('TEST_POSTGRES_URL is missing: the jest project needs shared-postgres as globalSetup.');
  const password = new URL(serverUrl).password;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(serverUrl, async (superuser) => {
    await superuser.query(`SELECT pg_advisory_lock(${templateLock})`);
    const template = await ensureTemplate(superuser, serverUrl, database, password);
    await superuser.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return {
    ownerUrl: urlOf(serverUrl, name),
    password,
    stop: () => asSuperuser(serverUrl, (superuser) => superuser.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** Migrated under another name first: a template that exists is complete. */
async function ensureTemplate(superuser: Client, serverUrl: string, database: Database, password: string) {
  const migrations = [...kitMigrations, ...database.migrations].map(String).join();
  const template = `template_${database.schema}_${createHash('sha256').update(migrations).digest('hex').slice(0, 12)}`;
  const { rowCount } = await superuser.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (rowCount) return template;
  const draft = `draft_${randomUUID().replaceAll('-', '')}`;
  await superuser.query(`CREATE DATABASE ${draft}`);
  const ownerUrl = urlOf(serverUrl, draft);
  await migrateService({ ownerUrl, password, ...database });
  await migrateQueues({ ownerUrl, password });
  await superuser.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  return template;
}

const urlOf = (serverUrl: string, database: string) =>
  Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;

async function asSuperuser(url: string, work: (superuser: Client) => Promise<unknown>): Promise<void> {
  const superuser = new Client({ connectionString: url });
  await superuser.connect();
  try {
    await work(superuser);
  } finally {
    await superuser.end();
  }
}
