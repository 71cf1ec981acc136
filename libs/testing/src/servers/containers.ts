import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { GenericContainer } from 'testcontainers';
import { makeDirectory, type Running } from './server-process';

const IMAGES = { nats: 'nats:2.10-alpine', redis: 'redis:7.2-alpine', s3: 'chrislusf/seaweedfs:3.67' };
const S3_ACCESS_KEY = 'tradepost';
const answerMs = 5_000;
const pullMs = 300_000;

export interface ContainerOptions {
  /** outside of the container, with a directory for each server */
  dataDir: string;
}

export interface RunningContainer extends Running {
  url: string;
}

/** Whether a Docker engine answers here that has the images of these servers, or gets them from its registry. */
export async function containersCanRun(servers: (keyof typeof IMAGES)[]): Promise<boolean> {
  if (!(await docker(answerMs, 'version', '--format', '{{.Server.Version}}'))) return false;
  const available = await Promise.all(
    servers.map(
      async (server) =>
        (await docker(answerMs, 'image', 'inspect', IMAGES[server])) ||
        (await docker(pullMs, 'pull', '--quiet', IMAGES[server])),
    ),
  );
  return available.every(Boolean);
}

const docker = (timeout: number, ...args: string[]) =>
  new Promise<boolean>((resolve) => execFile('docker', args, { timeout }, (error) => resolve(!error)));

/** NATS with JetStream in a container. */
export async function natsContainer(options: ContainerOptions & { configFile?: string }): Promise<RunningContainer> {
  const config = '/etc/tradepost-nats.conf';
  const given = options.configFile ? [{ source: options.configFile, target: config }] : [];
  return startContainer('nats', options, 4222, (container) =>
    container
      .withCopyFilesToContainer(given)
      .withCommand([...given.flatMap(() => ['--config', config]), '--jetstream', '--store_dir', '/data']),
  );
}

/** Redis as job queues need it, in a container. */
export async function redisContainer(options: ContainerOptions): Promise<RunningContainer> {
  return startContainer('redis', options, 6379, (container) =>
    container.withCommand(['redis-server', '--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction']),
  );
}

/** SeaweedFS in a container; the URL carries its keys. */
export async function s3Container(options: ContainerOptions): Promise<RunningContainer> {
  const secretKey = randomBytes(24).toString('hex');
  const identity = {
    name: 'tradepost',
    credentials: [{ accessKey: S3_ACCESS_KEY, secretKey }],
    actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
  };
  const target = '/etc/tradepost-s3.json';
  const content = JSON.stringify({ identities: [identity] });
  const { url, stop } = await startContainer('s3', options, 8333, (container) =>
    container
      .withCopyContentToContainer([{ content, target }])
      .withCommand(['server', '-dir=/data', '-s3', `-s3.config=${target}`]),
  );
  return { url: url.replace('://', `://${S3_ACCESS_KEY}:${secretKey}@`), stop };
}

const PROTOCOLS = { nats: 'nats', redis: 'redis', s3: 'http' };

async function startContainer(
  kind: keyof typeof IMAGES,
  { dataDir }: ContainerOptions,
  port: number,
  set: (container: GenericContainer) => GenericContainer,
): Promise<RunningContainer> {
  const { GenericContainer } = await import('testcontainers');
  const source = join(dataDir, kind);
  makeDirectory(source);
  const container = new GenericContainer(IMAGES[kind])
    .withExposedPorts(port)
    .withBindMounts([{ source, target: '/data' }]);
  const started = await set(container).start();
  return {
    url: `${PROTOCOLS[kind]}://${started.getHost()}:${started.getMappedPort(port)}`,
    stop: async () => {
      await started.stop();
    },
  };
}
