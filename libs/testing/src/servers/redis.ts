import { join } from 'node:path';
import { greet } from './greeting';
import { claimPort } from './ports';
import { makeDirectory, type Running, startProcess } from './server-process';

export interface RedisOptions {
  /** holds the append-only file and the log */
  dataDir: string;
  port?: number;
  /** A second port, which speaks TLS alone. */
  tls?: { port: number; certFile: string; keyFile: string };
}

export interface RunningRedis extends Running {
  url: string;
  port: number;
}

/** Starts redis-server as job queues need it: every write is stored, nothing is evicted. */
export async function startRedis({ dataDir, port: wanted, tls }: RedisOptions): Promise<RunningRedis> {
  const port = await claimPort(wanted, 'Redis');
  makeDirectory(dataDir);
  const secure = tls
    ? [
        ...['--tls-port', `${tls.port}`, '--tls-auth-clients', 'no'],
        ...['--tls-cert-file', tls.certFile, '--tls-key-file', tls.keyFile],
      ]
    : [];
  const server = await startProcess({
    name: 'Redis',
    command: 'redis-server',
    args: [
      '--bind',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--dir',
      dataDir,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'noeviction',
      ...secure,
    ],
    logFile: join(dataDir, 'redis.log'),
    ready: () => greet(port, 'PING\r\n', /^\+PONG/),
  });
  return { url: `redis://127.0.0.1:${port}`, port, stop: server.stop };
}
