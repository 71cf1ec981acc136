import { join } from 'node:path';
import { greet } from './greeting';
import { claimPort } from './ports';
import { makeDirectory, type Running, startProcess } from './server-process';

export interface RedisOptions {
  /** holds the append-only file and the log */
  dataDir: string;
  port?: number;
}

export interface RunningRedis extends Running {
  url: string;
  port: number;
}

/** Starts redis-server as job queues need it: every write is stored, nothing is evicted. */
export async function startRedis({ dataDir, port: wanted }: RedisOptions): Promise<RunningRedis> {
  const port = await claimPort(wanted, 'Redis');
  makeDirectory(dataDir);
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
    ],
    logFile: join(dataDir, 'redis.log'),
    ready: () => greet(port, 'PING\r\n', /^\+PONG/),
  });
  return { url: `redis://127.0.0.1:${port}`, port, stop: server.stop };
}
