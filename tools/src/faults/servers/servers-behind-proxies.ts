import { join } from 'node:path';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { startNats } from '@tradepost/testing/servers/nats';
import { freePort } from '@tradepost/testing/servers/ports';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import { startRedis } from '@tradepost/testing/servers/redis';
import { startS3 } from '@tradepost/testing/servers/s3';
import { tcpProxy } from '@tradepost/testing/tcp-proxy';
import { root } from '../../topology/paths';
import type { Keep } from '../support/with-servers';

/** Starts every server that the apps connect to, in a folder of its own, and a proxy of each. @param keep what must be stopped later */
export async function serversBehindProxies(dataDir: string, keep: Keep) {
  const at = (name: string) => join(dataDir, name);
  const natsPort = await freePort();
  const postgres = keep(await startPostgres({ dataDir: at('postgres'), persistent: true }));
  const redis = keep(await startRedis({ dataDir: at('redis') }));
  const store = keep(await startS3({ dataDir: at('s3') }));
  const inbox = keep(await startInbox({ dataDir: at('mail') }));
  return {
    proxies: {
      postgres: keep(await tcpProxy(postgres.port)),
      nats: keep(await tcpProxy(natsPort)),
      redis: keep(await tcpProxy(Number(new URL(redis.url).port))),
      store: keep(await tcpProxy(store.port)),
      mail: keep(await tcpProxy(inbox.smtpPort)),
    },
    /** Past the proxies. */
    given: {
      postgres: postgres.url,
      queue: redis.url,
      objectStore: `${store.url}/tradepost`,
      smtp: inbox.smtpUrl,
      inboxUrl: inbox.webUrl,
      nats: async () =>
        keep(await startNats({ dataDir: at('nats'), port: natsPort, configFile: join(root, 'deploy', 'nats.conf') }))
          .url,
    },
  };
}
