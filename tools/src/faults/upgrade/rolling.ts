import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { startProxy } from '@tradepost/testing/servers/nginx';
import { freePort } from '@tradepost/testing/servers/ports';
import { stopAll, type Running } from '@tradepost/testing/servers/server-process';
import { startServices } from '@tradepost/testing/servers/services';
import { AppProcess } from '../../topology/app-process';
import { root } from '../../topology/paths';
import type { Servers } from '../../topology/settings';
import { busPasswordVariables, streamBytes, type Topology } from '../../topology/start';
import { settingsOfFaults } from '../support/settings';
import { newWork, repeatsAsLosses, type Faults } from '../support/work';
import { filledBy } from './fill';
import type { Revision } from './revision';
import { lossesOf } from './still-there';
import { presentVersion, versionOf, type Version } from './version';

/** How long an old and a new replica of an app work side by side. */
const togetherMs = 4_000;

/**
 * The services topology, upgraded from the earlier version app by app while people work: each app gets a replica of this version, and
 * then loses the earlier one. Then back in the same way. Gateways change first, so that they call services of the other version.
 */
export async function rolledOver(dataDir: string, revision: Revision) {
  const started: Running[] = [];
  const keep = async <T extends Running>(starting: Promise<T>): Promise<T> => {
    const running = await starting;
    started.push(running);
    return running;
  };
  try {
    const secretsFile = join(dataDir, 'secrets.json');
    const old = await versionOf(revision, secretsFile);
    Object.assign(process.env, busPasswordVariables(old.secrets));
    const inbox = await keep(startInbox({ dataDir: join(dataDir, 'inbox') }));
    const natsConfigFile = join(root, 'deploy', 'nats.conf');
    const services = await keep(startServices({ dataDir, persistent: true, natsConfigFile }));
    const servers = { ...services, smtp: inbox.smtpUrl };
    await old.migrateAll(servers, old.secrets);
    const present = await presentVersion(secretsFile);

    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const replica = async (version: Version, folder: string) =>
      keep(startReplica(version, folder, { servers, origin, logDir: join(dataDir, 'logs') }));
    const running = await Promise.all(
      old.apps.map(async ({ folder }) => [folder, await replica(old, folder)] as const),
    );
    const processes = new Map(running);
    await keep(startProxy({ dataDir: join(dataDir, 'proxy'), port, replicas: [old.port, present.port] }));
    const topology: Topology = {
      kind: 'services',
      origin,
      inboxUrl: inbox.webUrl,
      servers,
      secrets: present.secrets,
      processes,
      stop: () => stopAll(started),
    };
    const filled = await filledBy(revision, topology);
    const [first = '', second = ''] = filled.pendingRequestIds;

    const replace = async (folder: string, version: Version) => {
      const next = await replica(version, folder);
      await delay(togetherMs);
      await processes.get(folder)?.stop();
      processes.set(folder, next);
    };
    const rollTo = (version: Version): Faults =>
      Object.fromEntries(version.apps.toReversed().map(({ folder }) => [folder, () => replace(folder, version)]));
    const work = await newWork(topology);
    const migrations = async () => void (await present.migrateAll(servers, present.secrets));
    const forth = repeatsAsLosses(await work.during({ migrations, ...rollTo(present) }));
    const lossesForth = await lossesOf(topology, filled, first);
    const back = repeatsAsLosses(await work.during(rollTo(old)));
    const lossesBack = await lossesOf(topology, filled, second);
    return {
      forth: { facts: forth.facts, losses: { ...forth.losses, ...lossesForth } },
      back: { facts: back.facts, losses: { ...back.losses, ...lossesBack } },
    };
  } finally {
    await stopAll(started);
  }
}

async function startReplica(
  version: Version,
  folder: string,
  { servers, origin, logDir }: { servers: Servers; origin: string; logDir: string },
): Promise<AppProcess> {
  const app = version.apps.find((one) => one.folder === folder);
  if (!app) throw new Error(`Version ${version.name} has no app ${folder}`);
  const face = { origin, port: version.port, webRoot: join(root, 'apps', 'web', 'dist'), behindProxy: true };
  const env = {
    ...version.settingsOf(app, servers, face, version.secrets),
    NATS_STREAM_BYTES: streamBytes,
    ...settingsOfFaults,
  };
  const replica = new AppProcess(`${folder}-${version.name}`, { folder, builtIn: version.folder, env, logDir });
  await replica.start();
  return replica;
}
