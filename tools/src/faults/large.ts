import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { countOfParts } from '@tradepost/contracts/values/upload-sizes';
import type { Terminal } from '../client/terminal';
import { terminalPair, type NewTerminal } from '../client/terminal-pair';
import { hashOfFile, writeContent } from '../client/written-content';
import type { Topology } from '../topology/start';
import { processMemory } from './support/process-memory';

const MB = 1024 ** 2;
const name = 'large.bin';
/** Of an upload, as the command line sends them by default. */
const partsInFlight = 8;

interface LargeFileOptions {
  /** Of the file. */
  bytes: number;
  /** Of each client. */
  kills: number;
  newTerminal?: NewTerminal;
}

/** How far a transfer is, from 0 to 1, by what its client has recorded on its disk. */
type Progress = () => Promise<number>;

/**
 * One sealed file from company to company by the command line. The process of each company is killed with -9 while it transfers,
 * and the same command is started again.
 */
export async function largeFileUnderKills(topology: Topology, { bytes, kills, newTerminal }: LargeFileOptions) {
  const pair = await terminalPair(topology, newTerminal);
  const { sender, receiver } = pair;
  try {
    const sha256 = writeContent(join(sender.home, name), bytes);

    const parts = claimedParts(sender, countOfParts(bytes));
    const up = await underKills(sender, ['upload', 'Large', name, '--create'], parts.progress, kills);
    const transferId = await pair.accepted('Large');
    const written = () => writtenShare(join(receiver.home, 'data'), bytes);
    const down = await underKills(receiver, ['download', transferId, '--into', 'data'], written, kills);

    const saved = await hashOfFile(join(receiver.home, 'data', name));
    const again = parts.again();
    return {
      facts: {
        MB: bytes / MB,
        'kill -9 of each client': kills,
        'seconds up': up.seconds,
        'seconds down': down.seconds,
        'most MB of memory up': up.memoryMB,
        'most MB of memory down': down.memoryMB,
        'parts sent again': again,
      },
      losses: {
        'wrong hashes': [hashIn(up.reported), hashIn(down.reported), saved].filter((h) => h !== sha256).length,
        'parts sent again that were not in flight': Math.max(0, again - kills * partsInFlight),
      },
    };
  } finally {
    pair.remove();
  }
}

const hashIn = (reported: { sha256?: string }[]) => reported[0]?.sha256;

/** Runs a command until it succeeds; before that, kills it at equal distances of its progress. */
async function underKills(terminal: Terminal, args: string[], progress: Progress, kills: number) {
  const began = performance.now();
  let memoryMB = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const running = terminal.start([...args, '--json'], { input: '' });
    let hasEnded = false;
    const ended = running.ended.finally(() => (hasEnded = true));
    while (!hasEnded && (await progress()) < kill / (kills + 1)) {
      memoryMB = Math.max(memoryMB, peakMemoryMB(running.pid));
      await delay(20);
    }
    if (hasEnded) throw new Error(`${args[0]} ended before kill ${kill}: ${(await ended).stderr}`);
    process.kill(running.pid, 'SIGKILL');
    await ended;
  }
  const reported = (await terminal.json(args)) as { sha256?: string }[];
  return { reported, memoryMB, seconds: Math.round((performance.now() - began) / 1000) };
}

/** The most memory that a process had so far; 0 once it has ended. */
function peakMemoryMB(pid: number): number {
  try {
    return Math.round(processMemory(pid, 'VmHWM') / MB);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Lines of all files below a directory with this ending, and of the ones in it that do not exist yet none. */
async function linesOf(directory: string, ending: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((one) => one.endsWith(ending)).map((one) => join(directory, one));
  const texts = await Promise.all(
    files.map(async (file) => ((await stat(file).catch(() => null)) ? readFile(file, 'utf8') : '')),
  );
  return texts.flatMap((text) => text.split('\n').filter(Boolean));
}

/** The parts that an upload has claimed in its ledger, each before it is sent. */
function claimedParts(terminal: Terminal, count: number) {
  let again = 0;
  return {
    again: () => again,
    progress: async () => {
      const lines = await linesOf(join(terminal.home, '.local/state/tradepost/uploads'), '.parts');
      const claimed = new Set(lines.map((line) => line.split(' ')[0]));
      again = Math.max(again, lines.length - claimed.size);
      return claimed.size / count;
    },
  };
}

/** Of the content of a download, by the ranges in its ledger. */
async function writtenShare(directory: string, bytes: number): Promise<number> {
  const spans = (await linesOf(directory, '.ranges')).flatMap((line) => /^(\d+) (\d+)$/.exec(line) ?? []);
  let written = 0;
  for (let n = 0; n < spans.length; n += 3) written += Number(spans[n + 2]) - Number(spans[n + 1]);
  return written / bytes;
}
