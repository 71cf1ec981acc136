import { createPublicKey, verify } from 'node:crypto';
import { Client } from 'pg';
import { checkpointText } from '@tradepost/contracts/audit';
import { backedUpSchemas } from '../backup/tables';
import { migrationNames } from '../topology/migrations';
import { fail, ok, warn, type Finding } from './finding';
import type { Installation } from './installation';

/** The reconciler resends events after three minutes; an event that waits much longer is stuck. */
const lag = { warnSeconds: 5 * 60, failSeconds: 30 * 60 };
const skew = { warnMs: 1_000, failMs: 30_000 };
const ages = (seconds: number) =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3_600)} h`;

/** Read-only. */
export async function examineDatabase(url: string, installation: Installation): Promise<Finding[]> {
  const { host } = new URL(url);
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 20_000,
    application_name: 'tradepost-doctor',
  });
  client.on('error', () => undefined); // the running query rejects with the same error
  try {
    await client.connect();
  } catch (error) {
    return [
      fail(
        'PostgreSQL',
        `not reachable at ${host}: ${(error as Error).message || (error as { code?: string }).code}`,
        'start PostgreSQL, or correct POSTGRES_URL',
      ),
    ];
  }
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found = [ok('PostgreSQL', `answers at ${host}`), await clock(client)];
    const migrations = await migrated(client);
    found.push(migrations);
    if (migrations.state === 'fail') return found;
    return [
      ...found,
      await outbox(client),
      await pendingJobs(client),
      await deadLetters(client),
      await auditHead(client, installation.auditKey),
    ];
  } catch (error) {
    return [fail('PostgreSQL', (error as Error).message, 'set POSTGRES_URL to the URL of the database owner')];
  } finally {
    await client.end();
  }
}

async function clock(client: Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const off = Math.abs((rows[0] as { now: Date }).now.getTime() - (before + Date.now()) / 2);
  const found = `${Math.round(off)} ms from PostgreSQL's`;
  const advice = 'synchronise both machines by NTP: codes, links and sessions expire by these clocks';
  if (off > skew.failMs) return fail('Clock', found, advice);
  return off > skew.warnMs ? warn('Clock', found, advice) : ok('Clock', found);
}

async function migrated(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ schema: string }>(
    "SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'migration' AND schemaname = ANY ($1)",
    [backedUpSchemas],
  );
  const present = new Set(rows.map(({ schema }) => schema));
  const missing: string[] = [];
  const unknown: string[] = [];
  for (const schema of backedUpSchemas) {
    const ran = present.has(schema)
      ? (await client.query<{ name: string }>(`SELECT name FROM ${schema}.migration`)).rows.map(({ name }) => name)
      : [];
    const wanted = migrationNames[schema] ?? [];
    missing.push(...wanted.filter((name) => !ran.includes(name)).map((name) => `${schema}.${name}`));
    unknown.push(...ran.filter((name) => !wanted.includes(name)).map((name) => `${schema}.${name}`));
  }
  if (missing.length > 0)
    return fail(
      'Migrations',
      `${missing.length} have not run: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}`,
      'run `npm run up`, or the migration step (docs/operations.md#upgrade)',
    );
  if (unknown.length > 0)
    return fail(
      'Migrations',
      `the database belongs to a newer release: ${unknown.join(', ')}`,
      'run that release, or a newer one',
    );
  return ok('Migrations', 'current');
}

interface Waiting {
  count: number;
  /** Seconds; null if nothing is waiting. */
  oldest: number | null;
}

const waiting = async (client: Client, select: (schema: string) => string): Promise<Waiting> => {
  const { rows } = await client.query<Waiting>(
    `SELECT count(*)::int AS count, extract(epoch FROM clock_timestamp() - min(since))::float8 AS oldest FROM (${backedUpSchemas.map(select).join(' UNION ALL ')}) AS waiting`,
  );
  return rows[0] as Waiting;
};

function late(what: string, { count, oldest }: Waiting, [none, some]: [string, string], advice: string): Finding {
  if (oldest === null) return ok(what, none);
  const found = `${some}: ${count}, the oldest for ${ages(oldest)}`;
  if (oldest > lag.failSeconds) return fail(what, found, advice);
  return oldest > lag.warnSeconds ? warn(what, found, advice) : ok(what, found);
}

const outbox = async (client: Client) =>
  late(
    'Outbox',
    await waiting(client, (schema) => `SELECT created_at AS since FROM ${schema}.outbox WHERE confirmed_at IS NULL`),
    ['every event is confirmed', 'events not confirmed by all consumers'],
    'check that every service and the bus run; the logs show which consumer fails and why',
  );

const pendingJobs = async (client: Client) =>
  late(
    'Queues',
    await waiting(
      client,
      (schema) =>
        `SELECT created_at AS since FROM ${schema}.job_intent WHERE state = 'pending' AND (not_after IS NULL OR not_after > now())`,
    ),
    ['no pending jobs', 'pending jobs'],
    'check that the workers, the queue and the mail server run; job_intent.last_error gives the reason',
  );

async function deadLetters(client: Client): Promise<Finding> {
  const { count } = await waiting(client, (schema) => `SELECT created_at AS since FROM ${schema}.dead_letter`);
  return count === 0
    ? ok('Dead letters', 'none')
    : warn(
        'Dead letters',
        `${count} events could not be processed`,
        'read dead_letter.error in each schema, fix the cause and replay the events',
      );
}

/** Checks heads and the newest checkpoints. The audit service and `npm run audit` check every entry. */
async function auditHead(client: Client, key: string | undefined): Promise<Finding> {
  const advice = 'verify the whole log in the admin area, and copy the database before you change anything';
  const { rows: broken } = await client.query<{ id: string }>(
    `SELECT chain.id FROM audit.chain LEFT JOIN audit.entry ON entry.chain_id = chain.id AND entry.sequence = chain.length
     WHERE chain.length > chain.kept_from AND entry.hash IS DISTINCT FROM chain.head LIMIT 3`,
  );
  if (broken.length > 0)
    return fail(
      'Audit log',
      `the last entry does not match the head in chain ${broken.map(({ id }) => id).join(', ')}`,
      advice,
    );
  const { rows } = await client.query<{
    chain_id: string;
    sequence: number;
    head: string;
    at: Date;
    signature: string;
    hash: string | null;
    retained: boolean;
  }>(
    `SELECT DISTINCT ON (c.chain_id) c.*, e.hash, c.sequence > chain.kept_from AS retained FROM audit.checkpoint c JOIN audit.chain ON chain.id = c.chain_id
     LEFT JOIN audit.entry e ON e.chain_id = c.chain_id AND e.sequence = c.sequence ORDER BY c.chain_id, c.sequence DESC`,
  );
  const publicKey = key === undefined ? null : createPublicKey(key);
  for (const { chain_id: companyId, sequence, head, at, signature, hash, retained } of rows) {
    const text = checkpointText({ companyId, sequence, head, at: at.toISOString() });
    const isGenuine =
      !publicKey ||
      verify(
        'sha256',
        Buffer.from(text),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
    if (!isGenuine || (retained && hash !== head))
      return fail('Audit log', `checkpoint ${sequence} of chain ${companyId} does not verify`, advice);
  }
  if (!publicKey)
    return warn(
      'Audit log',
      `heads match; signatures of ${rows.length} checkpoints not verified`,
      'set AUDIT_SIGNING_KEY to verify them',
    );
  return ok('Audit log', `heads match; the newest checkpoints of ${rows.length} chains have valid signatures`);
}
