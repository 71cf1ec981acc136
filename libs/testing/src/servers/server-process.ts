import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Something that runs until it is stopped. */
export interface Running {
  /** Stops it and waits until it is gone; calling it again does nothing. */
  stop(): Promise<void>;
}

/** How to start one server program, and how to know that it serves. */
export interface ServerCommand {
  /** as a person calls it: "PostgreSQL" */
  name: string;
  command: string;
  args: string[];
  /** receives stdout and stderr; emptied at every start */
  logFile: string;
  /** resolves once the server answers, rejects while it does not */
  ready: () => Promise<unknown>;
  stopSignal?: NodeJS.Signals;
  /** milliseconds until it is killed if it does not end; absent: 15 s */
  stopTimeoutMs?: number;
  cwd?: string;
  env?: Record<string, string>;
  account?: Account;
  /** file descriptors handed to the child as 3, 4, ... */
  descriptors?: number[];
  /** called when it ends without having been stopped; null: by a signal */
  onExit?: (code: number | null) => void;
}

/** The operating system account a child runs as. */
export interface Account {
  uid: number;
  gid: number;
}

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const alive = new Set<ChildProcess>();

/**
 * Starts a server and waits until it answers. The child has its own session, so Ctrl-C in the terminal reaches
 * only us and we stop it when its clients are done; it dies with us when we crash.
 * @throws Error of one line saying why it does not run.
 */
export async function startProcess(server: ServerCommand): Promise<Running> {
  const child = spawnLogged(server);
  let ended: string | undefined;
  let isWanted = false;
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      ended = missingProgram(error, server.command);
      resolve();
    });
    child.once('exit', (code) => {
      ended ??= explain(server.logFile);
      if (isWanted) server.onExit?.(code);
      resolve();
    });
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  let silence: unknown;
  while (ended === undefined) {
    try {
      await server.ready();
      isWanted = true;
      const stop = () => {
        isWanted = false;
        return stopChild(child, gone, server.stopSignal ?? 'SIGTERM', server.stopTimeoutMs);
      };
      return { stop };
    } catch (error) {
      silence = error;
    }
    if (Date.now() > deadline) {
      await stopChild(child, gone, 'SIGKILL');
      ended = `no answer after ${START_TIMEOUT_MS / 1000} s (${silence instanceof Error ? silence.message : silence})`;
    } else {
      await Promise.race([gone, delay(40)]);
    }
  }
  throw new Error(`${server.name} did not start: ${ended}. Its log: ${server.logFile}`);
}

/** Stops everything in the reverse order of starting, also when one of them fails to stop. */
export async function stopAll(started: Running[]): Promise<void> {
  const failures: unknown[] = [];
  for (const server of [...started].reverse()) {
    await server.stop().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** One sentence with the error in a server's log or an initialisation's output. */
export function explain(logFile: string): string {
  const log = readFileSync(logFile, 'utf8');
  if (/no space left on device/i.test(log)) return `the disk is full (${dirname(logFile)})`;
  if (/address already in use/i.test(log)) return 'its port is in use by another program';
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /fatal|panic|error|cannot|could not/i.test(line)) ?? lines.at(-1);
  return complaint?.trim() ?? 'it ended without output';
}

/** One sentence for a failed spawn. */
export function missingProgram(error: Error, command: string): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return `the program ${command} is missing`;
  if (code === 'EACCES') return `the program ${command} may not be run by this account`;
  return error.message;
}

/** Creates a directory; a full disk or a forbidden place becomes one line. */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC') throw new Error(`The disk is full: ${path} cannot be created.`);
    if (code === 'EACCES' || code === 'EROFS') throw new Error(`The directory ${path} cannot be created by this user.`);
    throw error;
  }
}

function spawnLogged(server: ServerCommand): ChildProcess {
  makeDirectory(dirname(server.logFile));
  const log = openSync(server.logFile, 'w');
  const signal = server.stopSignal ?? 'SIGTERM';
  const [command, args] = diesWithParent()
    ? ['setpriv', ['--pdeathsig', signal.slice('SIG'.length), server.command, ...server.args]]
    : [server.command, server.args];
  const child = spawn(command, args, {
    stdio: ['ignore', log, log, ...(server.descriptors ?? [])],
    detached: true,
    cwd: server.cwd,
    env: { ...process.env, ...server.env },
    ...server.account,
  });
  closeSync(log);
  if (alive.size === 0) process.once('exit', killLeftovers);
  alive.add(child);
  const forget = () => {
    alive.delete(child);
    if (alive.size === 0) process.removeListener('exit', killLeftovers);
  };
  child.once('exit', forget);
  child.once('error', forget);
  return child;
}

async function stopChild(
  child: ChildProcess,
  gone: Promise<void>,
  signal: NodeJS.Signals,
  timeoutMs = STOP_TIMEOUT_MS,
): Promise<void> {
  if (!alive.has(child)) return;
  child.kill(signal);
  const giveUp = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await gone;
  clearTimeout(giveUp);
}

function killLeftovers(): void {
  for (const child of alive) child.kill('SIGKILL');
}

let deathSignal: boolean | undefined;

/** Linux can signal a child when its parent dies, however it dies; elsewhere the exit handler has to do. */
function diesWithParent(): boolean {
  deathSignal ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return deathSignal;
}
