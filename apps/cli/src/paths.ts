import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** A base folder of the XDG specification: relative ones in the environment count for nothing. */
function base(variable: string, fallback: string): string {
  const set = process.env[variable];
  return set && isAbsolute(set) ? set : join(homedir(), fallback);
}

/** Holds the session. */
export const configDir = () => join(base('XDG_CONFIG_HOME', '.config'), 'tradepost');

/** Holds how far uploads have come. */
export const stateDir = () => join(base('XDG_STATE_HOME', '.local/state'), 'tradepost');
