import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { TemporaryTopology } from './topology';

/** One stored item, as a thief would read it. */
export interface Stored {
  where: string;
  bytes: Buffer;
}

/**
 * Everything that an installation stores: every row of every table, as text; every value of Redis; and every file of its directory: files and
 * write-ahead log of the database, streams, objects, log lines of the apps, received mails, and the settings with all secrets.
 */
export async function dumpAllStorage({
  dataDir,
  inboxUrl,
  servers: { postgres, queue },
}: TemporaryTopology): Promise<Stored[]> {
  const stored = [
    ...(await rows(postgres)),
    ...(await files(dataDir)),
    { where: 'mails', bytes: Buffer.from(await (await fetch(`${inboxUrl}/email`)).arrayBuffer()) },
  ];
  return queue.startsWith('redis') ? [...stored, ...(await values(queue))] : stored;
}

async function rows(url: string): Promise<Stored[]> {
  const database = new Client(url);
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ schema: string; name: string }>(
      "SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const stored: Stored[] = [];
    for (const { schema, name } of tables) {
      const { rows: found } = await database.query<{ text: string }>(
        `SELECT row::text AS text FROM "${schema}"."${name}" AS row`,
      );
      if (found.length > 0)
        stored.push({ where: `table ${schema}.${name}`, bytes: Buffer.from(found.map(({ text }) => text).join('\n')) });
    }
    return stored;
  } finally {
    await database.end();
  }
}

async function values(url: string): Promise<Stored[]> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    return await Promise.all(
      keys.map(async (key) => ({ where: `redis ${key}`, bytes: (await redis.dumpBuffer(key)) ?? Buffer.alloc(0) })),
    );
  } finally {
    redis.disconnect();
  }
}

async function files(directory: string): Promise<Stored[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const regular = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    regular.map(async (path) => ({ where: path.slice(directory.length + 1), bytes: await readFile(path) })),
  );
}
