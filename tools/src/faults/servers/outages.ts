import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { startNats } from '@tradepost/testing/servers/nats';
import { freePort } from '@tradepost/testing/servers/ports';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import { startRedis } from '@tradepost/testing/servers/redis';
import { startS3 } from '@tradepost/testing/servers/s3';
import { stopAll, type Running } from '@tradepost/testing/servers/server-process';
import { tcpProxy } from '@tradepost/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { root } from '../../topology/paths';
import { limitsOfTests } from '../../topology/limits-of-tests';
import { startTopology } from '../../topology/start';
import { storeProxy } from '../support/proxies';
import { withServers, type Keep } from '../support/with-servers';
import { newWork } from '../support/work';

/** How long each fault lasts, if it has a duration. */
const faultMs = 6_000;

/**
 * Uploads and deliveries while one server after the other fails under the apps: NATS killed and its streams deleted, Redis
 * flushed and restarted, PostgreSQL restarted, the object store answering 503 to 30 % of calls, then full, then losing 30 % of what it
 * accepts, no mail server.
 * A request without an answer is retried; what was acknowledged is compared with the store, the log and the inbox.
 */
export const serversFailing = (dataDir: string) => withServers((keep) => outages(dataDir, keep));

async function outages(dataDir: string, keep: Keep) {
  const at = (name: string) => join(dataDir, name);
  const ports = { nats: await freePort(), redis: await freePort(), postgres: await freePort() };
  const nats = { dataDir: at('nats'), port: ports.nats, configFile: join(root, 'deploy', 'nats.conf') };
  const redis = { dataDir: at('redis'), port: ports.redis };
  const postgres = { dataDir: at('postgres'), port: ports.postgres, persistent: true };
  const store = keep(await startS3({ dataDir: at('s3') }));
  const faultyStore = keep(await storeProxy(new URL(store.endpoint)));
  const inbox = keep(await startInbox({ dataDir: at('mail') }));
  const faultyMail = keep(await tcpProxy(inbox.smtpPort));
  const running = {
    postgres: await startPostgres(postgres),
    redis: await startRedis(redis),
    nats: undefined as Running | undefined,
  };
  keep({ stop: () => stopAll(Object.values(running).flatMap((one) => one ?? [])) });

  const topology = keep(
    await startTopology({
      kind: 'services',
      // of its own: without keys, it does not start where data is
      dataDir: at('apps'),
      persistent: true,
      given: {
        postgres: running.postgres.url,
        queue: running.redis.url,
        objectStore: Object.assign(new URL(store.url), { port: faultyStore.port, pathname: '/tradepost' }).href,
        smtp: `smtp://127.0.0.1:${faultyMail.port}`,
        inboxUrl: inbox.webUrl,
        nats: async () => {
          running.nats = await startNats(nats);
          return `nats://127.0.0.1:${ports.nats}`;
        },
      },
      env: { ...limitsOfTests, LOG_LEVEL: 'fatal' },
    }),
  );

  const faults: Record<string, () => Promise<void>> = {
    'NATS killed, its streams deleted': async () => {
      await running.nats?.stop();
      rmSync(nats.dataDir, { recursive: true, force: true });
      running.nats = await startNats(nats);
    },
    'Redis flushed': async () => {
      const client = new Redis(running.redis.url);
      await client.flushall();
      client.disconnect();
    },
    'Redis restarted': async () => {
      await running.redis.stop();
      running.redis = await startRedis(redis);
    },
    'PostgreSQL restarted': async () => {
      await running.postgres.stop();
      running.postgres = await startPostgres(postgres);
    },
    'object store: 503 to 30 % of calls': async () => {
      faultyStore.refuse({ status: 503, code: 'SlowDown', share: 0.3 });
      await delay(faultMs);
      faultyStore.refuse(null);
    },
    'object store full': async () => {
      faultyStore.refuse({ status: 507, code: 'InsufficientStorage', share: 1, writes: true });
      await delay(faultMs);
      faultyStore.refuse(null);
    },
    'object store: loses 30 % of what it accepts': async () => {
      faultyStore.refuse({ status: 200, share: 0.3, writes: true });
      await delay(faultMs);
      faultyStore.refuse(null);
    },
    'no mail server': async () => {
      faultyMail.shut();
      await delay(faultMs);
      faultyMail.open();
    },
  };
  const { facts, losses } = await (await newWork(topology)).during(faults);
  return { facts: { ...facts, 'calls the store refused': faultyStore.refused() }, losses };
}
