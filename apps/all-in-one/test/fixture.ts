import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { serve } from '@tradepost/gateway/serve';
import { Ops } from '@tradepost/service-kit/observability/ops';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { claimPort } from '@tradepost/testing/servers/ports';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import { stopAll } from '@tradepost/testing/servers/server-process';
import { apps } from '@tradepost/tools/topology/catalogue';
import { migrateAll } from '@tradepost/tools/topology/migrations';
import { loadSecrets } from '@tradepost/tools/topology/secrets-file';
import { roleUrl, settingsOf } from '@tradepost/tools/topology/settings';
import type { Account, Place } from '@tradepost/tools/client/people';
import { AllInOneModule } from '../src/app.module';

export interface WholeProduct extends Place {
  /** The ops port, with nothing after it. */
  ops: string;
  /** The database's owner, who may do what no service may. */
  databaseUrl: string;
  get<T>(provider: Type<T>): T;
  stopDatabase(): Promise<void>;
  stop(): Promise<void>;
}

/** The whole product in this very process, so that a test sees what it logs, measures and traces. */
export async function startWholeProduct(): Promise<WholeProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tradepost-whole-'));
  const secrets = loadSecrets(join(dataDir, 'secrets.json'));
  const [postgres, inbox] = await Promise.all([
    startPostgres({ dataDir: join(dataDir, 'postgres'), persistent: false }),
    startInbox({ dataDir: join(dataDir, 'inbox') }),
  ]);
  const servers = {
    postgres: postgres.url,
    queue: roleUrl(postgres.url, queueSchema, secrets),
    objectStore: pathToFileURL(join(dataDir, 'objects')).href,
    smtp: inbox.smtpUrl,
  };
  await migrateAll(servers, secrets);
  const port = await claimPort(undefined, 'Tradepost');
  const face = { origin: `http://localhost:${port}`, port, webRoot: '' };
  Object.assign(process.env, ...apps.map((app) => settingsOf(app, servers, face, secrets)), { OPS_PORT: '0' });
  const app = await serve(AllInOneModule);
  const opsPort = await app.get(Ops).listen();
  return {
    origin: `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`,
    inboxUrl: inbox.webUrl,
    ops: `http://127.0.0.1:${opsPort}`,
    databaseUrl: postgres.url,
    get: (provider) => app.get(provider, { strict: false }),
    stopDatabase: () => postgres.stop(),
    async stop() {
      await app.close();
      await stopAll([postgres, inbox]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const someone = (): Account => ({
  firstName: 'Philippa',
  lastName: 'Quimby',
  email: `philippa-${randomUUID().slice(0, 8)}@example.com`,
  password: 'Correct-horse-9!',
  companyName: `Quimby ${randomUUID().slice(0, 6)}`,
});
