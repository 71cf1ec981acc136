import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import { startRedis } from '@tradepost/testing/servers/redis';
import { startS3 } from '@tradepost/testing/servers/s3';
import { startTopology } from '../../topology/start';
import { NatsCluster } from './nats-cluster';
import { settingsOfFaults } from '../support/settings';
import { withServers } from '../support/with-servers';
import { hangingAsLosses, newWork } from '../support/work';

const goneForMs = 6_000;

/**
 * Uploads and deliveries on a cluster of three NATS servers with the configuration for Kubernetes: the leader of the event stream is killed with -9,
 * its successor too, and then two of three, so that no event is accepted until one of them is back.
 */
export function natsLeaderLost(dataDir: string) {
  const at = (name: string) => join(dataDir, name);
  return withServers(async (keep) => {
    const cluster = keep(await NatsCluster.prepare(at('nats')));
    const postgres = keep(await startPostgres({ dataDir: at('postgres'), persistent: true }));
    const store = keep(await startS3({ dataDir: at('s3') }));
    const redis = keep(await startRedis({ dataDir: at('redis') }));
    const inbox = keep(await startInbox({ dataDir: at('mail') }));
    const topology = keep(
      await startTopology({
        kind: 'services',
        // of its own: without keys, it does not start where data is
        dataDir: at('apps'),
        persistent: true,
        given: {
          postgres: postgres.url,
          queue: redis.url,
          objectStore: `${store.url}/tradepost`,
          smtp: inbox.smtpUrl,
          inboxUrl: inbox.webUrl,
          nats: () => cluster.start(),
        },
        env: { ...settingsOfFaults, NATS_REPLICAS: '3' },
      }),
    );
    const lose = async (...servers: string[]) => {
      await Promise.all(servers.map((server) => cluster.kill(server)));
      await delay(goneForMs);
      await Promise.all(servers.map((server) => cluster.restart(server)));
    };
    const work = await newWork(topology);
    const faults = {
      'the leader is killed': async () => lose(await cluster.leader()),
      'the next leader is killed': async () => lose(await cluster.leader()),
      'two of three are killed': async () => {
        const leader = await cluster.leader();
        await lose(
          leader,
          cluster.servers.find((server) => server !== leader)!,
        );
      },
    };
    return hangingAsLosses(await work.during(faults));
  });
}
