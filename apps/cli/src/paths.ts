import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** A base folder of the XDG specification, which requires relative values to be ignored. */
function base(variable: string, fallback: string): string {
  const set = process.env[variable];
  return set && isAbsolute(set) ? set : join(homedir(), fallback);
}

/** Contains the session. */
export const configDir = () => join(base('XDG_CONFIG_HOME', '.config'), 'tradepost');

/** Contains the state of uploads. */
export const stateDir = () => join(base('XDG_STATE_HOME', '.local/state'), 'tradepost');
