import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from './paths';

/** `npm run up` starts these servers itself, with a database for each service. */
const own = /^(SERVICE_NAME|NATS_URL|QUEUE_URL|OBJECT_STORE_URL|POSTGRES_URL|\w+_DATABASE_URL|DATABASE_PASSWORD_\w*)$/;

/** The settings that docs/configuration.md names. */
export function documentedSettings(): string[] {
  const text = readFileSync(join(root, 'docs', 'configuration.md'), 'utf8');
  const names = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/g)].map(([, name]) => name as string);
  return [...new Set(names)].filter((name) => !own.test(name));
}

/**
 * The settings of an installation that its operator gives, for all apps.
 * @param configFile lines of `NAME=value`; the environment comes first
 * @throws Error naming the lines of the file that are no settings
 */
export function givenSettings(configFile?: string, env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const documented = documentedSettings();
  const fromFile = configFile === undefined ? {} : parseEnv(readFileSync(configFile, 'utf8'));
  const unknown = Object.keys(fromFile).filter((name) => !documented.includes(name.replace(/_FILE$/, '')));
  if (unknown.length > 0)
    throw new Error(`${configFile}: ${unknown.join(', ')} cannot be set here. See docs/configuration.md.`);
  const given: Record<string, string> = {};
  for (const name of documented) {
    const value = valueOf(name, env) ?? valueOf(name, fromFile);
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function valueOf(name: string, from: NodeJS.Dict<string>): string | undefined {
  const file = from[`${name}_FILE`];
  return from[name] || (file ? readFileSync(file, 'utf8').trim() : undefined);
}
