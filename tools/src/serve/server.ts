import { createAdmin } from '@tradepost/identity/account/create-admin';
import { identityDatabase } from '@tradepost/identity/data-source';
import { dataSource } from '@tradepost/service-kit/database/database';
import { noteRunning } from '../topology/running';
import type { Secrets } from '../topology/secrets';
import { roleUrl } from '../topology/settings';
import { startTopology, type Topology } from '../topology/start';
import { firstRun } from './first-run';

interface ServeOptions {
  /** As `serveSettings` checked them. */
  settings: Record<string, string>;
  dataDir: string;
  signal: AbortSignal;
  log: (line: string) => void;
  onExit: (name: string, code: number | null) => void;
}

/**
 * The embedded topology for production: no demo accounts, no inbox. While there is no admin, a page that creates the first one
 * replaces it.
 */
export async function startServer({ settings, dataDir, signal, log, onExit }: ServeOptions): Promise<Topology> {
  const topology = await startTopology({
    kind: 'embedded',
    dataDir,
    persistent: true,
    port: Number(settings.PORT),
    smtpUrl: settings.SMTP_URL!,
    logs: 'stdout',
    env: settings,
    progress: (step) => log(`Starting ${step} …`),
    onExit,
    beforeApps: ({ postgres }, secrets) => makeFirstAdmin(postgres, secrets, { settings, signal, log }),
  });
  const forget = noteRunning(dataDir, topology.servers);
  return {
    ...topology,
    origin: settings.ORIGIN!,
    stop: async () => {
      forget();
      await topology.stop();
    },
  };
}

async function makeFirstAdmin(
  postgres: string,
  secrets: Secrets,
  { settings, signal, log }: Pick<ServeOptions, 'settings' | 'signal' | 'log'>,
): Promise<void> {
  const url = roleUrl(postgres, identityDatabase.schema, secrets);
  const source = await dataSource({ ...identityDatabase, url, poolSize: 1 }).initialize();
  try {
    const [{ exists }] = (await source.query(
      `SELECT EXISTS (SELECT 1 FROM ${identityDatabase.schema}.account WHERE user_type = 'admin') AS exists`,
    )) as [{ exists: boolean }];
    if (exists) return;
    const { address, done } = await firstRun(settings, (admin) => createAdmin(source, admin), signal);
    log(`No admin yet. Open this address, which works once:\n${address}`);
    await done;
    log('The first admin was created.');
  } finally {
    await source.destroy();
  }
}
