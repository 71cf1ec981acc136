import { serviceRole } from '@tradepost/service-kit/database/migrate';
import type { AppOfTopology } from './catalogue';
import type { Secrets } from './secrets';

/** Addresses of an installation's servers. */
export interface Servers {
  /** Owner of the database. */
  postgres: string;
  /** Absent in the embedded topology. */
  nats?: string;
  queue: string;
  objectStore: string;
  smtp: string;
}

export interface Face {
  /** The address for browsers: `http://localhost:8080`. */
  origin: string;
  port: number;
  /** The built web app. */
  webRoot: string;
  behindProxy?: boolean;
}

type Settings = Record<string, string>;

/** The URL a service's own role connects with. */
export const roleUrl = (postgres: string, schema: string, { databasePasswords }: Secrets) =>
  Object.assign(new URL(postgres), { username: serviceRole(schema), password: databasePasswords[schema] ?? '' }).href;

/** The settings of one app; only those that it needs. */
export function settingsOf(app: AppOfTopology, servers: Servers, face: Face, secrets: Secrets): Settings {
  const { bus, schema } = app;
  const settings: Settings = {
    SERVICE_NAME: bus,
    QUEUE_URL: servers.queue,
    OBJECT_STORE_URL: servers.objectStore,
    ACTOR_PUBLIC_KEY: secrets.actorPublicKey,
    ...(servers.nats && {
      NATS_URL: Object.assign(new URL(servers.nats), { username: bus, password: secrets.busPasswords[bus] }).href,
    }),
    ...(schema && { [`${schema.toUpperCase()}_DATABASE_URL`]: roleUrl(servers.postgres, schema, secrets) }),
    ...own(bus, servers, face, secrets),
  };
  const previous = Object.entries(secrets.previous).filter(([name]) => name in settings);
  return { ...settings, ...Object.fromEntries(previous.map(([name, keys]) => [`${name}_PREVIOUS`, keys])) };
}

function own(bus: string, { smtp }: Servers, { origin, port, webRoot, behindProxy }: Face, secrets: Secrets): Settings {
  switch (bus) {
    case 'gateway':
      return {
        ORIGIN: origin,
        PORT: String(port),
        HOST: '127.0.0.1',
        WEB_ROOT: webRoot,
        API_DOCS: 'true',
        ...(behindProxy && { TRUST_PROXY: '127.0.0.1' }),
        ACTOR_PRIVATE_KEY: secrets.actorPrivateKey,
        JWT_PUBLIC_KEY: secrets.jwtPublicKey,
        URL_SIGNING_KEY: secrets.urlSigningKey,
        AT_REST_KEY: secrets.atRestKey,
      };
    case 'identity':
      return {
        ORIGIN: origin,
        JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
        CODE_PEPPER: secrets.codePepper,
        TOTP_KEY: secrets.totpKey,
        OPAQUE_SETUP: secrets.opaqueSetup,
        KEY_LOG_SIGNING_KEY: secrets.keyLogSigningKey,
      };
    case 'requests':
      return { ORIGIN: origin, CODE_PEPPER: secrets.codePepper, MANIFEST_SIGNING_KEY: secrets.manifestSigningKey };
    case 'notification':
      return { ORIGIN: origin, UNSUBSCRIBE_KEY: secrets.unsubscribeKey, WEBHOOK_KEY: secrets.webhookKey };
    case 'audit':
      return { AUDIT_SIGNING_KEY: secrets.auditSigningKey };
    case 'worker-zip':
      return { AT_REST_KEY: secrets.atRestKey };
    case 'worker-mail':
      return { ORIGIN: origin, SMTP_URL: smtp, MAIL_FROM: 'Tradepost <no-reply@tradepost.local>' };
    default:
      return {};
  }
}
