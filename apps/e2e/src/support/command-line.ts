import { Terminal } from '@tradepost/tools/client/terminal';
import type { Pair } from './main-path';

/** The file of `bundle-command-line.ts`: it starts with half of the work that the built files take. */
export const commandLine = process.env.TEST_COMMAND_LINE as string;

/** A command line of one person or program. Its hash costs are in the file, so nothing is loaded before it. */
export const terminalOf = (env: Record<string, string>): Terminal =>
  new Terminal({ NODE_OPTIONS: '', ...env }, [process.execPath, commandLine]);

/** The command lines of a sender and a receiver, signed in with keys of their own. */
export async function terminalsWithKeys(origin: string, { senderAccount, receiverAccount }: Pair) {
  const signedIn = async ({ email, password }: Pair['senderAccount'], portal: 'sender' | 'receiver') => {
    const terminal = terminalOf({ TRADEPOST_ORIGIN: origin, TRADEPOST_PASSWORD: password });
    await terminal.json(['login', '--email', email, '--portal', portal]);
    await terminal.json(['keys', 'create']);
    return terminal;
  };
  return { sender: await signedIn(senderAccount, 'sender'), receiver: await signedIn(receiverAccount, 'receiver') };
}
