import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../servers/postgres';

declare global {
  var stopSharedPostgres: (() => Promise<void>) | undefined;
}

/** Starts one PostgreSQL for a whole jest run (jest's `globalSetup`); `testDatabase` makes databases on it. */
export default async function startSharedPostgres(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tradepost-postgres-'));
  const postgres = await startPostgres({ dataDir: join(directory, 'postgres'), persistent: false });
  process.env.TEST_POSTGRES_URL = postgres.url;
  globalThis.stopSharedPostgres = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
