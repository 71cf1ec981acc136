import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { apps } from '../../topology/catalogue';
import { loadSecrets } from '../../topology/secrets-file';
import { settingsOf } from '../../topology/settings';
import { startTopology } from '../../topology/start';
import { libraryIn, requirePackage } from '../support/debian';
import { serversBehindProxies } from './servers-behind-proxies';
import { settingsOfFaults } from '../support/settings';
import { withServers } from '../support/with-servers';
import { hangingAsLosses, newWork } from '../support/work';

const lostForMs = 10_000;
const domain = 'tradepost.test';

/**
 * Uploads and deliveries while the names of all servers stop resolving. The apps know their servers by names, from the hosts file of
 * nss_wrapper. First only new connections need a name; then every connection to PostgreSQL, NATS, Redis, the object store and the mail server
 * is cut, so that each app has to connect again while it cannot.
 */
export function namesLost(dataDir: string) {
  requirePackage('libnss-wrapper');
  const library = libraryIn('libnss-wrapper', 'libnss_wrapper.so');
  const at = (name: string) => join(dataDir, name);
  const hosts = at('hosts');
  const names = ['postgres', 'nats', 'redis', 'store', 'mail'].map((name) => `${name}.${domain}`);
  const resolve = () => writeFileSync(hosts, names.map((name) => `127.0.0.1 ${name}\n`).join(''));
  const forget = () => writeFileSync(hosts, '127.0.0.1 localhost\n');
  resolve();
  return withServers(async (keep) => {
    const { proxies, given } = await serversBehindProxies(dataDir, keep);
    const named = (url: string, name: keyof typeof proxies) =>
      Object.assign(new URL(url), { host: `${name}.${domain}:${proxies[name].port}` }).href;
    const secrets = loadSecrets(join(at('apps'), 'secrets.json'));
    const byName = {
      postgres: named(given.postgres, 'postgres'),
      nats: named('nats://127.0.0.1', 'nats'),
      queue: named(given.queue, 'redis'),
      objectStore: named(given.objectStore, 'store'),
      smtp: named(given.smtp, 'mail'),
    };
    const addressesOf = (folder: string) => {
      const app = apps.find((one) => one.folder === folder)!;
      const all = settingsOf(app, byName, { origin: '', port: 0, webRoot: '' }, secrets);
      return Object.fromEntries(Object.entries(all).filter(([, value]) => value.includes(domain)));
    };
    const topology = keep(
      await startTopology({
        kind: 'services',
        dataDir: at('apps'),
        persistent: true,
        given,
        env: settingsOfFaults,
        envOf: (folder) => ({ LD_PRELOAD: library, NSS_WRAPPER_HOSTS: hosts, ...addressesOf(folder) }),
      }),
    );
    const lost = async (fail: () => void) => {
      forget();
      fail();
      await delay(lostForMs);
      resolve();
    };
    const cut = () => {
      for (const proxy of Object.values(proxies)) {
        proxy.shut();
        proxy.open();
      }
    };
    const work = await newWork(topology);
    const faults = {
      'no name resolves': () => lost(() => undefined),
      'no name resolves, and all connections are cut': () => lost(cut),
    };
    return hangingAsLosses(await work.during(faults));
  });
}
