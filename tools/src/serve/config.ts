import { isIP } from 'node:net';
import { email } from '@tradepost/contracts/values/fields';
import { readCertificate } from '@tradepost/gateway/certificate';
import { readAmounts } from '@tradepost/service-kit/limits/amounts';
import { readConfig } from '@tradepost/service-kit/runtime/config';
import { localHosts } from '@tradepost/contracts/values/local-hosts';
import type { AnyObject, ObjectSchema } from 'yup';
import { schemasOfApps } from '../settings/table';
import { apps } from '../topology/catalogue';
import { givenSettings } from '../topology/given-settings';
import { makeSecrets } from '../topology/secrets';
import { settingsOf } from '../topology/settings';

/** Settings that a production server requires and a demo does not. */
const needed = ['ORIGIN', 'SMTP_URL', 'MAIL_FROM'];

const servers = {
  postgres: 'postgres://postgres@localhost/postgres',
  queue: 'postgres://x',
  objectStore: 'file:///x',
  smtp: '',
};

/**
 * The settings of one server, validated with the rules of every app.
 * @throws Error with a line for each fault
 */
export function serveSettings(configFile: string | undefined, env = process.env): Record<string, string> {
  const given = {
    API_DOCS: 'false',
    HOST: '127.0.0.1',
    PORT: '8080',
    ACME_HTTP_PORT: '80',
    ...givenSettings(configFile, env),
  };
  const faults = [
    ...new Set([
      ...missing(given),
      ...addressFaults(given),
      ...plainHttpFaults(given),
      ...invalid(given),
      ...certificateFaults(given),
      ...automaticFaults(given),
    ]),
  ];
  if (faults.length > 0)
    throw new Error(
      `Settings are missing or wrong (docs/configuration.md):\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  return given;
}

const missing = (given: Record<string, string>) =>
  needed.filter((name) => !given[name]).map((name) => `${name} is missing`);

function addressFaults({ ORIGIN }: Record<string, string>): string[] {
  if (!ORIGIN) return [];
  if (!URL.canParse(ORIGIN)) return ['ORIGIN is not a URL: use a value like https://tradepost.example.com'];
  const { origin, protocol, hostname } = new URL(ORIGIN);
  if (origin !== ORIGIN) return [`ORIGIN must be an address without a path: ${origin}`];
  return protocol === 'https:' || localHosts.has(hostname)
    ? []
    : ['ORIGIN must begin with https://: browsers offer encryption only over HTTPS'];
}

/** Other machines must use HTTPS, served here or by a proxy. */
function plainHttpFaults({
  HOST = '',
  TLS_CERTIFICATE_PATH,
  ACME_DIRECTORY,
  TRUST_PROXY,
}: Record<string, string>): string[] {
  if (TLS_CERTIFICATE_PATH || ACME_DIRECTORY || TRUST_PROXY || localHosts.has(HOST.includes(':') ? `[${HOST}]` : HOST))
    return [];
  return [
    'HOST is reachable from other machines by plain HTTP: set ACME_DIRECTORY or TLS_CERTIFICATE_PATH, or set TRUST_PROXY to the address of a proxy with TLS',
  ];
}

/** The authority validates the host name of ORIGIN over its port 80. */
function automaticFaults({
  ACME_DIRECTORY,
  ACME_EMAIL,
  ACME_HTTP_PORT,
  TLS_CERTIFICATE_PATH,
  ORIGIN = '',
}: Record<string, string>): string[] {
  if (!ACME_DIRECTORY) return [];
  return [
    ...(URL.canParse(ACME_DIRECTORY) && new URL(ACME_DIRECTORY).protocol === 'https:'
      ? []
      : ['ACME_DIRECTORY is not valid: use a value like https://acme-v02.api.letsencrypt.org/directory']),
    ...(email().isValidSync(ACME_EMAIL) && ACME_EMAIL ? [] : ['ACME_EMAIL is missing or not valid']),
    ...(/^\d{1,5}$/.test(ACME_HTTP_PORT ?? '') ? [] : ['ACME_HTTP_PORT is not valid']),
    ...(TLS_CERTIFICATE_PATH ? ['ACME_DIRECTORY and TLS_CERTIFICATE_PATH cannot be used together: remove one'] : []),
    ...(URL.canParse(ORIGIN) &&
    (new URL(ORIGIN).protocol !== 'https:' || isIP(new URL(ORIGIN).hostname.replace(/^\[|\]$/g, '')))
      ? ['ACME_DIRECTORY needs an ORIGIN with https:// and a host name, not an IP address']
      : []),
  ];
}

/** Runs each app's own validation, with placeholders for keys that the first start creates. */
function invalid(given: Record<string, string>): string[] {
  const face = { origin: given.ORIGIN ?? '', port: 8080, webRoot: '/' };
  const secrets = makeSecrets();
  const all = Object.assign(
    {},
    ...apps.map((app) => settingsOf(app, servers, face, secrets)),
    given,
  ) as NodeJS.ProcessEnv;
  const checks = [
    ...Object.values(schemasOfApps).map((schema) => () => readConfig(schema as ObjectSchema<AnyObject>, all)),
    () => readAmounts(all),
  ];
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      const names = /^Settings: (.*)\. See/.exec((error as Error).message)?.[1];
      if (!names) throw error;
      return names
        .split(', ')
        .map((name) => name.replace(' (not valid)', ' is not valid').replace(' (missing)', ' is missing'))
        .filter((fault) => !needed.some((name) => fault.startsWith(`${name} `) && !given[name]));
    }
  });
}

function certificateFaults(given: Record<string, string>): string[] {
  try {
    readCertificate(given);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
