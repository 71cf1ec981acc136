import './memory/small-heap';
import { isMainThread } from 'node:worker_threads';
import { CommanderError } from 'commander';
import { stopAsking } from './ask';
import { Interrupted, exitCodeOf, exitCodes, messageOf } from './exit';
import { programOf } from './program';

const informational: readonly string[] = ['commander.helpDisplayed', 'commander.version'];

/** Runs one command. An error is printed as one line on stderr and sets the exit code. */
async function main(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // a second signal exits at once
      if (stop.signal.aborted) process.exit(exitCodes.interrupted);
      stop.abort(new Interrupted());
    });
  }
  // the reader of the pipe has closed it, so more output is useless
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.local),
  );
  try {
    await programOf(stop.signal).parseAsync();
  } catch (error) {
    const reason: unknown = stop.signal.aborted ? stop.signal.reason : error;
    if (reason instanceof CommanderError && (reason.exitCode === 0 || informational.includes(reason.code))) return;
    process.exitCode = exitCodeOf(reason);
    const message =
      reason instanceof CommanderError && reason.code === 'commander.help'
        ? 'no command given; see tradepost --help'
        : messageOf(reason).replace(/^error: /, '');
    process.stderr.write(`tradepost: ${message}\n`);
  } finally {
    stopAsking();
  }
}

// the released program is one file, which its threads run too
if (isMainThread) void main();
