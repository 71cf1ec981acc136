import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { startNats } from '@tradepost/testing/servers/nats';
import { startRedis } from '@tradepost/testing/servers/redis';
import { startS3 } from '@tradepost/testing/servers/s3';
import { tcpProxy } from '@tradepost/testing/tcp-proxy';
import { root } from '../../topology/paths';
import { startTopology } from '../../topology/start';
import { ReplicatedPostgres } from './replicated-postgres';
import { settingsOfFaults } from '../support/settings';
import { withServers } from '../support/with-servers';
import { hangingAsLosses, newWork } from '../support/work';

/** Until a cluster manager decides that the primary has failed. */
const noticedAfterMs = 3_000;

/**
 * Uploads and deliveries while the primary of a PostgreSQL with a synchronous standby fails: killed with -9, then (the promoted one, which has
 * a new standby by then) without an answer on open connections, then killed again. Each time the standby is promoted, and the address of the
 * database leads to it.
 */
export function databaseFailingOver(dataDir: string) {
  const at = (name: string) => join(dataDir, name);
  return withServers(async (keep) => {
    const database = keep(await ReplicatedPostgres.start(at('postgres')));
    const address = keep(await tcpProxy(database.port));
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
          postgres: database.urlAt(address.port),
          queue: redis.url,
          objectStore: `${store.url}/tradepost`,
          smtp: inbox.smtpUrl,
          inboxUrl: inbox.webUrl,
          nats: async () =>
            keep(await startNats({ dataDir: at('nats'), configFile: join(root, 'deploy', 'nats.conf') })).url,
        },
        env: settingsOfFaults,
      }),
    );

    const failOver = async (fail: () => unknown) => {
      await fail();
      await delay(noticedAfterMs);
      // a primary that only seemed to be dead must not acknowledge anything any more
      await database.crash();
      address.shut();
      await database.promote();
      address.open(database.port);
      await database.addStandby();
    };
    const work = await newWork(topology);
    const faults = {
      'the primary is killed': () => failOver(() => database.crash()),
      'the primary does not answer': () => failOver(() => database.freeze()),
      'the primary is killed again': () => failOver(() => database.crash()),
    };
    return hangingAsLosses(await work.during(faults));
  });
}
