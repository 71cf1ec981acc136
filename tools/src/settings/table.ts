import { limits } from '@tradepost/contracts/limits/table';
import { settings as auditLog } from '@tradepost/audit-log/config';
import { settings as gateway } from '@tradepost/gateway/config';
import { settings as identity } from '@tradepost/identity/config';
import { settings as kyc } from '@tradepost/kyc/config';
import { settings as notification } from '@tradepost/notification/config';
import { settings as requests } from '@tradepost/requests/config';
import { infraSettings, opsSettings } from '@tradepost/service-kit/runtime/process-settings';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { settings as storage } from '@tradepost/storage/config';
import { settings as workerMail } from '@tradepost/worker-mail/config';
import { schemas } from '../topology/catalogue';

/** The settings that each app validates at its start, by folder. Every app also validates `infra`, `ops` and the limits. */
export const schemasOfApps = {
  'audit-log': auditLog,
  gateway,
  identity,
  kyc,
  notification,
  requests,
  storage,
  'worker-mail': workerMail,
  infra: infraSettings,
  ops: opsSettings,
};

const upper = (names: readonly string[]) => names.map((name) => name.toUpperCase());

/** Addresses of an installation's servers, and the passwords that the migration step sets for database roles. */
const servers = [
  'POSTGRES_URL',
  ...upper(schemas.filter((schema) => schema !== queueSchema)).map((schema) => `${schema}_DATABASE_URL`),
  ...upper(schemas).map((schema) => `DATABASE_PASSWORD_${schema}`),
];

/** Read by compose: images, and the addresses and folders on this machine. */
export const ofCompose = ['REGISTRY', 'VERSION', 'WEB_ADDRESS', 'INBOX_ADDRESS', 'BACKUPS', 'PAGES'] as const;

/** Read only by `npm run serve`. */
export const ofServe = ['ACME_DIRECTORY', 'ACME_EMAIL', 'ACME_HTTP_PORT'] as const;

/** All settings. `OTEL_*` are those of the OpenTelemetry SDK. */
export const everySetting: readonly string[] = [
  ...new Set([
    'LOG_LEVEL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    ...Object.values(schemasOfApps).flatMap(({ fields }) => Object.keys(fields)),
    ...Object.values(limits).map(({ setting }) => setting),
    ...servers,
  ]),
];

export const isOfTelemetry = (name: string) => /^OTEL_[A-Z0-9_]+$/.test(name);

const secretPart = /(_KEY|_PEPPER|_SETUP|_TOKEN)(_PREVIOUS)?$|^DATABASE_PASSWORD_|_DATABASE_URL$/;
const secretUrls = ['POSTGRES_URL', 'NATS_URL', 'QUEUE_URL', 'OBJECT_STORE_URL', 'SMTP_URL'];

/** Whether its value is a key, or an address that contains a password: compose and Kubernetes keep it in a file of its own. */
export const isSecret = (name: string) => secretPart.test(name) || secretUrls.includes(name);

/** Settings that compose and the manifests fix for each app. */
export const fixedInContainers = [
  'SERVICE_NAME',
  'HOST',
  'PORT',
  'OPS_HOST',
  'OPS_PORT',
  'TRUST_PROXY',
  'PAGES_ROOT',
] as const;
