import { Terminal } from '@tradepost/tools/client/terminal';

/** The file of `bundle-command-line.ts`: it starts with half of the work that the built files take. */
export const commandLine = process.env.TEST_COMMAND_LINE as string;

/** A command line of one person or program. Its hash costs are in the file, so nothing is loaded before it. */
export const terminalOf = (env: Record<string, string>): Terminal =>
  new Terminal({ NODE_OPTIONS: '', ...env }, [process.execPath, commandLine]);
