import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { greet } from './greeting';
import { claimPort, freePort } from './ports';
import { ACCESS_KEY, DEVICE, RINGS_PROGRAM, swiftConfigs, type SwiftPorts } from './s3-config';
import { explain, makeDirectory, missingProgram, type Running, startProcess, stopAll } from './server-process';

export interface S3Options {
  dataDir: string;
  port?: number;
}

export interface RunningS3 extends Running {
  /** with its keys, without a bucket: http://key:secret@127.0.0.1:port */
  url: string;
  endpoint: string;
  port: number;
  accessKey: string;
  secretKey: string;
}

/** Without its Debian packages tests are left out, but never in CI. */
export const isS3Installed = existsSync('/usr/bin/swift-proxy-server') || process.env.CI !== undefined;

/**
 * Starts an S3 server on 127.0.0.1: OpenStack Swift with its S3 surface, from Debian, as five processes.
 * It knows put, multipart, presigned URLs, ranges, copy and listing; no lifecycle, tags or CORS.
 */
export async function startS3(options: S3Options): Promise<RunningS3> {
  const dataDir = resolve(options.dataDir);
  const ports: SwiftPorts = {
    proxy: await claimPort(options.port, 'the S3 server'),
    cache: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  };
  makeDirectory(join(dataDir, DEVICE));
  const secretKey = storedSecret(join(dataDir, 'secret'));
  const configs = swiftConfigs({ ports, dataDir, user: userInfo().username, secretKey });
  for (const [name, text] of Object.entries(configs)) writeFileSync(join(dataDir, name), text, { mode: 0o600 });
  makeRings(dataDir, ports);

  const starts = await Promise.allSettled([
    startCache(ports.cache, dataDir),
    ...(['account', 'container', 'object', 'proxy'] as const).map((kind) => startSwift(kind, ports[kind], dataDir)),
  ]);
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stopAll(started);
    throw failed.reason;
  }
  return {
    url: `http://${encodeURIComponent(ACCESS_KEY)}:${secretKey}@127.0.0.1:${ports.proxy}`,
    endpoint: `http://127.0.0.1:${ports.proxy}`,
    port: ports.proxy,
    accessKey: ACCESS_KEY,
    secretKey,
    stop: () => stopAll(started),
  };
}

function startCache(port: number, dataDir: string): Promise<Running> {
  return startProcess({
    name: 'The cache of the S3 server (memcached)',
    command: 'memcached',
    args: ['-l', '127.0.0.1', '-p', `${port}`, '-U', '0', '-m', '16', '-u', userInfo().username],
    logFile: join(dataDir, 'cache.log'),
    ready: () => greet(port, 'version\r\n', /^VERSION/),
  });
}

function startSwift(kind: keyof SwiftPorts, port: number, dataDir: string): Promise<Running> {
  return startProcess({
    name: `The S3 server (swift-${kind}-server)`,
    command: `swift-${kind}-server`,
    args: [join(dataDir, `${kind}-server.conf`), '--verbose'],
    logFile: join(dataDir, `${kind}.log`),
    ready: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/healthcheck`);
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    },
  });
}

function makeRings(dataDir: string, { account, container, object }: SwiftPorts): void {
  const logFile = join(dataDir, 'rings.log');
  const log = openSync(logFile, 'w');
  const { status, error } = spawnSync(
    '/usr/bin/python3',
    ['-c', RINGS_PROGRAM, dataDir, DEVICE, `${account}`, `${container}`, `${object}`],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  if (error) throw new Error(`The S3 server did not start: ${missingProgram(error, 'python3')}.`);
  if (status !== 0) throw new Error(`The S3 server did not start: ${explain(logFile)}.`);
}

function storedSecret(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
