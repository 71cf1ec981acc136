import { join } from 'node:path';
import { containersCanRun, natsContainer, redisContainer, s3Container } from './containers';
import { DEBIAN_PACKAGES, ensureDebianPackages } from './debian';
import { startNats } from './nats';
import { startPostgres } from './postgres';
import { startRedis } from './redis';
import { startS3 } from './s3';
import { type Running, stopAll } from './server-process';

export interface ServicesOptions {
  dataDir: string;
  /** false for tests: PostgreSQL is fast, unsafe and thrown away */
  persistent: boolean;
  /** accounts and permissions for NATS */
  natsConfigFile?: string;
  /** the bucket objectStore's URL names; its user creates it */
  bucket?: string;
  /** a server named here (POSTGRES_URL, NATS_URL, QUEUE_URL, OBJECT_STORE_URL) is used, not started */
  env?: NodeJS.ProcessEnv;
}

/** The servers of the services topology, by URL. */
export interface Services extends Running {
  /** superuser */
  postgres: string;
  /** without user and password */
  nats: string;
  /** redis://… */
  queue: string;
  /** http(s)://key:secret@host:port/bucket */
  objectStore: string;
}

/**
 * Brings up what the services topology stands on: each server from its URL in the environment, else from Docker
 * where an engine answers and gets the images, else from Debian's packages. PostgreSQL needs neither: its programs come from npm.
 * @throws Error of one line when a server does not run or may not be installed.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { dataDir, persistent, natsConfigFile: configFile, bucket = 'tradepost', env = process.env } = options;
  const started: Running[] = [];
  const given = async (url: string | undefined, start: () => Promise<Running & { url: string }>) => {
    if (url) return url;
    const server = await start();
    started.push(server);
    return server.url;
  };
  try {
    const launch = await launchers(dataDir, configFile, env);
    const postgres = await given(env.POSTGRES_URL, () =>
      startPostgres({ dataDir: join(dataDir, 'postgres'), persistent }),
    );
    const nats = await given(env.NATS_URL, launch.nats);
    const queue = await given(env.QUEUE_URL, launch.redis);
    const objectStore = env.OBJECT_STORE_URL ?? `${await given(undefined, launch.s3)}/${bucket}`;
    return { postgres, nats, queue, objectStore, stop: () => stopAll(started) };
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

async function launchers(dataDir: string, configFile: string | undefined, env: NodeJS.ProcessEnv) {
  const urls = { nats: env.NATS_URL, redis: env.QUEUE_URL, s3: env.OBJECT_STORE_URL };
  const needed = (['nats', 'redis', 's3'] as const).filter((server) => !urls[server]);
  if (needed.length > 0 && (await containersCanRun(needed))) {
    return {
      nats: () => natsContainer({ dataDir, configFile }),
      redis: () => redisContainer({ dataDir }),
      s3: () => s3Container({ dataDir }),
    };
  }
  const missing = ensureDebianPackages(needed.flatMap((server) => DEBIAN_PACKAGES[server]));
  if (missing.length > 0) {
    throw new Error(
      `The services topology needs Docker with its images or the Debian packages ${missing.join(' ')} (root installs them), ` +
        'or NATS_URL, QUEUE_URL and OBJECT_STORE_URL.',
    );
  }
  return {
    nats: () => startNats({ dataDir: join(dataDir, 'nats'), configFile }),
    redis: () => startRedis({ dataDir: join(dataDir, 'redis') }),
    s3: () => startS3({ dataDir: join(dataDir, 's3') }),
  };
}
