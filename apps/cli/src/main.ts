import { CommanderError } from 'commander';
import { stopAsking } from './ask';
import { Interrupted, exitCodeOf, exitCodes, messageOf } from './exit';
import { programOf } from './program';

const asked: readonly string[] = ['commander.helpDisplayed', 'commander.version'];

/** Runs one command; everything that goes wrong is one line on stderr and an exit code. */
async function main(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // whoever asks twice does not want to wait
      if (stop.signal.aborted) process.exit(exitCodes.interrupted);
      stop.abort(new Interrupted());
    });
  }
  // the reader of a pipe left: nobody wants more
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.local),
  );
  try {
    await programOf(stop.signal).parseAsync();
  } catch (error) {
    const reason: unknown = stop.signal.aborted ? stop.signal.reason : error;
    if (reason instanceof CommanderError && (reason.exitCode === 0 || asked.includes(reason.code))) return;
    process.exitCode = exitCodeOf(reason);
    const told =
      reason instanceof CommanderError && reason.code === 'commander.help'
        ? 'say what to do; see tradepost --help'
        : messageOf(reason).replace(/^error: /, '');
    process.stderr.write(`tradepost: ${told}\n`);
  } finally {
    stopAsking();
  }
}

void main();
