import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeSecretFolder, type MovedSecrets } from '../deploy/secret-folder';
import { faultsInContainer } from '../settings/names';
import { isSecret, ofServe } from '../settings/table';

/** In the folder of a move. */
export const secretsFolder = (folder: string) => join(folder, 'secrets');

/** The secrets in one part of that folder, by name. */
export const valuesIn = (part: string): Record<string, string> =>
  Object.fromEntries(readdirSync(part).map((name) => [name, readFileSync(join(part, name), 'utf8').trim()]));

/** Files of one machine; in containers, `web` or a proxy has the certificate. */
const ofOneMachine: readonly string[] = [...ofServe, 'TLS_CERTIFICATE_PATH', 'TLS_KEY_PATH'];

/**
 * Writes what a new installation needs from a server: a folder with its secrets, and its settings as lines of `NAME=value`.
 * @returns names of the settings that the new installation must not have
 */
export function prepareMove(folder: string, moved: Required<MovedSecrets>): { left: string[]; settingsFile: string } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  completeSecretFolder(secretsFolder(folder), moved);
  const settings = Object.entries(moved.given).filter(([name]) => !isSecret(name));
  const isLeft = (name: string) => ofOneMachine.includes(name) || faultsInContainer({ [name]: 'x' }).length > 0;
  const settingsFile = join(folder, 'settings.env');
  const lines = settings.filter(([name]) => !isLeft(name)).map(([name, value]) => `${name}=${quoted(value)}\n`);
  writeFileSync(settingsFile, lines.sort().join(''), { mode: 0o600 });
  return { left: settings.map(([name]) => name).filter(isLeft), settingsFile };
}

/** As both compose and Node read it. */
const quoted = (value: string) => (/^[\w.,:;/@+-]*$/.test(value) ? value : `'${value}'`);
