import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TcpProxy } from '@tradepost/testing/tcp-proxy';
import { startTopology } from '../../topology/start';
import { serversBehindProxies } from './servers-behind-proxies';
import { settingsOfFaults } from '../support/settings';
import { withServers } from '../support/with-servers';
import { hangingAsLosses, newWork, type Faults } from '../support/work';

/** An object store may be silent for a minute, because it answers when a large file is stored. */
const longestCallMs = 90_000;
/** How long each fault lasts. */
const faultMs = 10_000;
const slowMs = 100;
/** Of what is sent, and how long TCP takes to send it again, once or several times. */
const lostShare = 0.05;
const sentAgainAfterMs = { min: 200, max: 2_000 };

/**
 * Uploads and deliveries while the network between the apps and all of their servers is slow, loses what is sent, and passes nothing until it
 * is repaired. Then one server after the other vanishes: nothing ends its connections, which stay silent for ever, and new ones succeed after
 * ten seconds.
 */
export function networkFailing(dataDir: string) {
  return withServers(async (keep) => {
    const { proxies, given } = await serversBehindProxies(dataDir, keep);
    const through = (url: string, { port }: TcpProxy) => Object.assign(new URL(url), { port: String(port) }).href;
    const topology = keep(
      await startTopology({
        kind: 'services',
        // of its own: without keys, it does not start where data is
        dataDir: join(dataDir, 'apps'),
        persistent: true,
        given: {
          ...given,
          postgres: through(given.postgres, proxies.postgres),
          queue: through(given.queue, proxies.redis),
          objectStore: through(given.objectStore, proxies.store),
          smtp: through(given.smtp, proxies.mail),
          nats: async () => through(await given.nats(), proxies.nats),
        },
        env: settingsOfFaults,
      }),
    );
    const work = await newWork(topology);
    return hangingAsLosses(await work.during(faultsOf(proxies)), longestCallMs);
  });
}

function faultsOf(proxies: Record<string, TcpProxy>): Faults {
  const delayed = async (latencyMs: () => number) => {
    for (const proxy of Object.values(proxies)) proxy.delay(latencyMs);
    await delay(faultMs);
    for (const proxy of Object.values(proxies)) proxy.delay(() => 0);
  };
  const vanishing = Object.entries(proxies).map(([name, proxy]) => [
    `${name} vanishes`,
    async () => {
      proxy.silence();
      await delay(faultMs);
      proxy.open();
    },
  ]);
  return {
    [`everything arrives ${slowMs} ms later`]: () => delayed(() => slowMs),
    'parts are lost and sent again': () => {
      const { min, max } = sentAgainAfterMs;
      return delayed(() => (Math.random() < lostShare ? min + Math.random() * (max - min) : 0));
    },
    'nothing arrives until the network is repaired': () => {
      const repairedAt = performance.now() + faultMs;
      return delayed(() => repairedAt - performance.now());
    },
    ...Object.fromEntries(vanishing),
  };
}
