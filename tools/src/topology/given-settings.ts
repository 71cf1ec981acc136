import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { misspeltInEnvironment, unknownSetting } from '../settings/names';
import { everySetting, isOfTelemetry, ofServe } from '../settings/table';

/** Settings for servers that an embedded installation starts itself. */
const own = /^(SERVICE_NAME|NATS_URL|QUEUE_URL|OBJECT_STORE_URL|POSTGRES_URL|\w+_DATABASE_URL|DATABASE_PASSWORD_\w*)$/;

/** The settings of an installation that starts its servers itself. */
export const acceptedSettings: readonly string[] = [...everySetting.filter((name) => !own.test(name)), ...ofServe];

/**
 * The settings of an installation that its operator gives, for all apps.
 * @param configFile lines of `NAME=value`; the environment comes first
 * @throws Error naming unknown settings, with a suggestion
 */
export function givenSettings(configFile?: string, env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const fromFile = configFile === undefined ? {} : parseEnv(readFileSync(configFile, 'utf8'));
  const faults = Object.keys(fromFile).flatMap((name) => faultIn(name) ?? []);
  if (faults.length > 0) throw new Error(`${configFile}: ${faults.join('; ')} (docs/configuration.md)`);
  const misspelt = misspeltInEnvironment(env);
  if (misspelt.length > 0) throw new Error(`Environment: ${misspelt.join('; ')} (docs/configuration.md)`);
  const given: Record<string, string> = {};
  const telemetry = [...Object.keys(env), ...Object.keys(fromFile)].filter(isOfTelemetry);
  for (const name of [...acceptedSettings, ...telemetry]) {
    const value = valueOf(name, env) ?? valueOf(name, fromFile);
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function faultIn(name: string): string | undefined {
  const plain = name.replace(/_FILE$/, '');
  if (acceptedSettings.includes(plain) || isOfTelemetry(plain)) return undefined;
  return own.test(plain)
    ? `${plain} cannot be set here: these servers are started for you`
    : unknownSetting(plain, acceptedSettings);
}

function valueOf(name: string, from: NodeJS.Dict<string>): string | undefined {
  const file = from[`${name}_FILE`];
  return from[name] || (file ? readFileSync(file, 'utf8').trim() : undefined);
}
