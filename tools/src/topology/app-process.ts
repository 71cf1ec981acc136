import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths';

/** Thirty apps may start at once on a busy machine. An app that cannot start reports the reason and exits. */
const readyWithinMs = 300_000;
const stopWithinMs = 35_000;

/** One app as a process. It sends `ready` over its IPC channel and ends when the channel closes. */
export class AppProcess {
  private child: ChildProcess | undefined;

  constructor(
    readonly name: string,
    private readonly options: {
      folder: string;
      /** The repository it was built in; this one when absent. */
      builtIn?: string;
      env: Record<string, string>;
      /** Whether stack traces name lines of the sources. To read the maps takes a tenth of the start. */
      sourceMaps?: boolean;
      /** Folder for log files; absent: standard output. */
      logDir?: string;
      onExit?: (name: string, code: number | null) => void;
    },
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** @throws Error of one line when the app does not become ready */
  async start(): Promise<void> {
    const { folder, builtIn = root, env, sourceMaps, logDir, onExit } = this.options;
    if (logDir) mkdirSync(logDir, { recursive: true });
    const logFile = logDir ? join(logDir, `${this.name}.log`) : 'the log';
    const log = logDir ? createWriteStream(logFile, { flags: 'a' }) : process.stdout;
    const flags = sourceMaps ? ['--enable-source-maps'] : [];
    const child = spawn(process.execPath, [...flags, join(builtIn, 'apps', folder, 'dist', 'main.js')], {
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
        NODE_ENV: 'production',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.child = child;
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    let fatal = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('"level":60')) fatal = chunk.toString();
    });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${this.name} did not become ready in ${readyWithinMs / 1000} s; see ${logFile}`)),
        readyWithinMs,
      );
      child.once('message', () => resolve());
      child.once('error', reject);
      child.once('exit', () =>
        reject(new Error(`${this.name} could not start: ${reasonIn(fatal) ?? `see ${logFile}`}`)),
      );
      child.once('exit', () => clearTimeout(timer));
      child.once('message', () => clearTimeout(timer));
    });
    child.once('exit', (code) => {
      if (this.child !== child) return;
      this.child = undefined;
      onExit?.(this.name, code);
    });
  }

  /** Kills the process, as a crash would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  signal(signal: NodeJS.Signals) {
    this.child?.kill(signal);
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = undefined;
    // an app that could not start has already exited
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    const giveUp = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await gone;
    clearTimeout(giveUp);
  }
}

function reasonIn(lines: string): string | undefined {
  const fatal = lines.split('\n').find((line) => line.includes('"level":60'));
  if (!fatal) return undefined;
  const { err } = JSON.parse(fatal) as { err?: { message?: string } };
  return err?.message?.split('\n')[0];
}
