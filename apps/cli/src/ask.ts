import { createInterface, type Interface } from 'node:readline';
import { Interrupted, UsageError } from './exit';
import { plain } from './output';

const controls = { interrupt: '\u0003', end: '\u0004', backspace: ['\u007f', '\b'], enter: ['\r', '\n'] };

let piped: { lines: AsyncIterator<string>; reader: Interface } | undefined;

/** The next line of standard input: a password, then a code. */
async function nextLine(): Promise<string | undefined> {
  if (!piped) {
    const reader = createInterface({ input: process.stdin, crlfDelay: Infinity });
    piped = { lines: reader[Symbol.asyncIterator](), reader };
  }
  const { value, done } = await piped.lines.next();
  return done ? undefined : value;
}

/** Closes standard input, so that the process can end. */
export function stopAsking(): void {
  piped?.reader.close();
  process.stdin.unref?.();
}

/**
 * Prompts on the terminal, without echo if `secret`. If standard input is a pipe, its next line is the answer.
 * @param instead how to provide the value without a prompt, for the error message
 * @throws UsageError when there is no answer; Interrupted
 */
export async function ask(
  question: string,
  { secret, instead, signal }: { secret: boolean; instead: string; signal: AbortSignal },
): Promise<string> {
  process.stderr.write(`${plain(question)}: `);
  const answer = process.stdin.isTTY ? await typed(secret, signal) : await nextLine();
  if (!process.stdin.isTTY) process.stderr.write('\n');
  signal.throwIfAborted();
  if (!answer) throw new UsageError(`${question} is required: ${instead}`);
  return answer;
}

function typed(secret: boolean, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  stdin.setRawMode(true);
  stdin.resume();
  stdin.setEncoding('utf8');
  return new Promise<string>((resolve, reject) => {
    let text = '';
    const end = (finish: () => void) => {
      stdin.off('data', take);
      signal.removeEventListener('abort', stop);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      finish();
    };
    const stop = () => end(() => reject(new Interrupted()));
    const take = (piece: string) => {
      for (const char of piece) {
        if (char === controls.interrupt) return stop();
        if (char === controls.end || controls.enter.includes(char)) return end(() => resolve(text));
        if (controls.backspace.includes(char)) {
          if (text && !secret) stderr.write('\b \b');
          text = [...text].slice(0, -1).join('');
        } else if (char >= ' ') {
          text += char;
          if (!secret) stderr.write(char);
        }
      }
    };
    stdin.on('data', take);
    signal.addEventListener('abort', stop, { once: true });
  });
}
