import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Removes the command line of the flows (jest's `globalTeardown`). */
export default function removeCommandLine(): void {
  if (process.env.TEST_COMMAND_LINE) rmSync(dirname(process.env.TEST_COMMAND_LINE), { recursive: true });
}
