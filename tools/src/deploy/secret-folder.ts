import { createPublicKey } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { apps, schemas } from '../topology/catalogue';
import { makeSecrets, type Secrets } from '../topology/secrets';
import { makeServerPasswords, secretFiles, type ServerPasswords } from './secret-files';

const kustomization = 'kustomization.yaml';
const natsFile = 'nats/nats.env';

type Files = Record<string, string>;

export interface MovedSecrets {
  secrets: Secrets;
  /** Settings that its operator gave. */
  given?: Record<string, string>;
}

/**
 * Writes the secrets that are missing. What is there stays as it is, and what is new fits it. The folder is closed to all but its
 * owner; the files in it are readable, since Docker shows each to an app that runs as another user.
 * @param moved an installation that moves here: its keys are used, and the secrets among its settings; its passwords are not
 * @returns paths of the files that were written
 * @throws Error naming files that were there and are lost; nothing is written then
 */
export function completeSecretFolder(folder: string, moved?: MovedSecrets): string[] {
  const present = filesIn(folder);
  if (moved && Object.keys(present).length > 0)
    throw new Error(`${folder} already has secrets: choose a new folder for the keys of another installation`);
  const lost = listedIn(present).filter((path) => !(path in present));
  if (lost.length > 0)
    throw new Error(
      `${folder} has lost ${lost.join(', ')}. No key was created: without its key, encrypted data is lost. Restore your copy; to discard a key, remove its line from ${kustomization}.`,
    );
  const files = {
    ...secretFiles(completedSecrets(present, moved && keysOf(moved.secrets)), completedPasswords(present)),
    ...(moved && filesThatMove(moved)),
  };
  const wanted: Files = { ...files, ...present, [natsFile]: merged(present[natsFile], files[natsFile]!) };
  wanted[kustomization] = files[kustomization]!;
  const changed = Object.keys(wanted).filter((path) => wanted[path] !== present[path]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of changed) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted[path]!, { mode: 0o644 });
  }
  return changed;
}

/**
 * Names of keys in the folder that are not those of an installation that moves there: nothing that it signed or encrypted would be valid.
 */
export function differingKeys(folder: string, moved: MovedSecrets): string[] {
  const present = filesIn(folder);
  const wanted = Object.entries(filesThatMove(moved)).filter(([path]) => isKey(basename(path)));
  const differing = wanted.filter(([path, value]) => present[path]?.trim() !== value);
  return [...new Set(differing.map(([path]) => basename(path)))];
}

/** By path. A setting has priority, as when the installation runs. */
function filesThatMove({ secrets, given = {} }: MovedSecrets): Files {
  return Object.fromEntries(
    Object.entries(secretFiles(secrets)).flatMap(([path, key]) => {
      const name = basename(path);
      const value = given[name] ?? (isKey(name) ? key : undefined);
      return value === undefined ? [] : [[path, value.trim()]];
    }),
  );
}

function filesIn(folder: string): Files {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** Files that an earlier run wrote. */
function listedIn(present: Files): string[] {
  const text = present[kustomization];
  if (text === undefined) return [];
  const { secretGenerator } = parse(text) as { secretGenerator: { files?: string[]; envs?: string[] }[] };
  return secretGenerator.flatMap(({ files = [], envs = [] }) => [...files, ...envs]);
}

const keys = {
  JWT_PRIVATE_KEY: 'jwtPrivateKey',
  JWT_PUBLIC_KEY: 'jwtPublicKey',
  ACTOR_PRIVATE_KEY: 'actorPrivateKey',
  ACTOR_PUBLIC_KEY: 'actorPublicKey',
  URL_SIGNING_KEY: 'urlSigningKey',
  CODE_PEPPER: 'codePepper',
  TOTP_KEY: 'totpKey',
  OPAQUE_SETUP: 'opaqueSetup',
  AT_REST_KEY: 'atRestKey',
  UNSUBSCRIBE_KEY: 'unsubscribeKey',
  WEBHOOK_KEY: 'webhookKey',
  AUDIT_SIGNING_KEY: 'auditSigningKey',
  MANIFEST_SIGNING_KEY: 'manifestSigningKey',
  KEY_LOG_SIGNING_KEY: 'keyLogSigningKey',
} as const satisfies Record<string, keyof Secrets>;

const isKey = (name: string) => name.replace(/_PREVIOUS$/, '') in keys;

const keysOf = (moved: Secrets): Partial<Secrets> => ({
  ...Object.fromEntries(Object.values(keys).map((key) => [key, moved[key]])),
  previous: moved.previous,
});

function completedSecrets(present: Files, moved: Partial<Secrets> = {}): Secrets {
  const found = (name: string) =>
    Object.entries(present)
      .find(([path]) => basename(path) === name)?.[1]
      .trim();
  const stored = Object.entries(keys).flatMap(([name, key]) => {
    const value = found(name);
    return value ? [[key, value] as const] : [];
  });
  const known: Partial<Secrets> = { ...moved, ...Object.fromEntries(stored) };
  const made = { ...makeSecrets(known), ...known };
  const nats = parseEnv(present[natsFile] ?? '');
  const ofRoles = schemas.flatMap((schema) => {
    const password =
      found(`DATABASE_PASSWORD_${schema.toUpperCase()}`) ?? passwordIn(found(`${schema.toUpperCase()}_DATABASE_URL`));
    return password && schema !== queueSchema ? [[schema, password] as const] : [];
  });
  const ofBus = apps.flatMap(({ folder, bus }) => {
    const password = nats[natsName(bus)] ?? passwordIn(present[`${folder}/NATS_URL`]);
    return password ? [[bus, password] as const] : [];
  });
  return {
    ...made,
    jwtPublicKey: publicHalf('JWT', known.jwtPrivateKey, known.jwtPublicKey) ?? made.jwtPublicKey,
    actorPublicKey: publicHalf('ACTOR', known.actorPrivateKey, known.actorPublicKey) ?? made.actorPublicKey,
    databasePasswords: { ...made.databasePasswords, ...Object.fromEntries(ofRoles) },
    busPasswords: { ...made.busPasswords, ...Object.fromEntries(ofBus) },
  };
}

function publicHalf(pair: string, privateKey: string | undefined, publicKey: string | undefined): string | undefined {
  if (!privateKey && publicKey)
    throw new Error(`${pair}_PRIVATE_KEY is missing, although ${pair}_PUBLIC_KEY is there. Restore your copy.`);
  if (!privateKey) return undefined;
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString().trim();
}

function completedPasswords(present: Files): ServerPasswords {
  const made = makeServerPasswords();
  const s3 = present['object-store/s3.json'];
  const store = present['shared/OBJECT_STORE_URL'];
  const { username, password } = new URL(store?.trim() ?? 'http://nobody');
  return {
    postgres: present['postgres/password'] ?? passwordIn(present['migrate/POSTGRES_URL']) ?? made.postgres,
    redis: present['redis/password'] ?? passwordIn(present['shared/QUEUE_URL']) ?? made.redis,
    natsCluster: parseEnv(present[natsFile] ?? '')[natsName('cluster')] ?? made.natsCluster,
    s3: s3
      ? (JSON.parse(s3) as { identities: { credentials: [ServerPasswords['s3']] }[] }).identities[0]!.credentials[0]
      : username
        ? { accessKey: decodeURIComponent(username), secretKey: decodeURIComponent(password) }
        : made.s3,
  };
}

const natsName = (user: string) => `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`;
const passwordIn = (url: string | undefined) => (url ? decodeURIComponent(new URL(url.trim()).password) : undefined);

/** A new app's user of the bus is a new line. */
function merged(present: string | undefined, wanted: string): string {
  if (present === undefined) return wanted;
  const known = parseEnv(present);
  const missing = wanted.split('\n').filter((line) => !(line.split('=', 1)[0]! in known));
  return missing.length === 0 ? present : [present.trimEnd(), ...missing].join('\n');
}
