import { join } from 'node:path';
import { greet } from './greeting';
import { claimPort } from './ports';
import { makeDirectory, type Running, startProcess } from './server-process';

export interface NatsOptions {
  /** holds the streams and the log */
  dataDir: string;
  port?: number;
  /** accounts and permissions; address, port and store stay ours */
  configFile?: string;
  /** SIGKILL: it crashes instead of stopping */
  stopSignal?: NodeJS.Signals;
}

export interface RunningNats extends Running {
  url: string;
  port: number;
}

/** Starts nats-server with JetStream on 127.0.0.1. @throws Error of one line when it does not run. */
export async function startNats({ dataDir, configFile, stopSignal, ...wanted }: NatsOptions): Promise<RunningNats> {
  const port = await claimPort(wanted.port, 'NATS');
  makeDirectory(dataDir);
  const config = configFile ? ['--config', configFile] : [];
  const server = await startProcess({
    name: 'NATS',
    command: 'nats-server',
    args: [...config, '--addr', '127.0.0.1', '--port', `${port}`, '--jetstream', '--store_dir', dataDir],
    logFile: join(dataDir, 'nats.log'),
    ready: () => greet(port, '', /^INFO .*"jetstream":true/),
    env: SYSTEM_PATH,
    ...(stopSignal && { stopSignal }),
  });
  return { url: `nats://127.0.0.1:${port}`, port, stop: server.stop };
}

/** Debian puts daemons into sbin, which is not on an ordinary user's PATH. */
const SYSTEM_PATH = { PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin` };
