import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { KeyRing } from '@tradepost/service-kit/security/at-rest/key-ring';
import { EncryptedObjectStore } from '@tradepost/service-kit/objects/encrypted-object-store';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { freePort } from '@tradepost/testing/servers/ports';
import { startPostgres, type RunningPostgres } from '@tradepost/testing/servers/postgres';
import { isS3Installed, startS3 } from '@tradepost/testing/servers/s3';
import { startStoreWithRules } from '@tradepost/testing/store-with-rules';
import { Client } from 'pg';
import { schemas } from '../topology/catalogue';
import { migrateAll } from '../topology/migrations';
import { offerStoreToPages } from '../topology/pages-and-store';
import { noteRunning } from '../topology/running';
import { loadSecrets } from '../topology/secrets-file';
import { roleUrl, type Servers } from '../topology/settings';
import { examine } from './examine';
import { installationOf } from './installation';

let directory: string;
let postgres: RunningPostgres;
let owner: Client;
let servers: Servers;

const look = async (env: NodeJS.ProcessEnv) =>
  new Map((await examine(installationOf(env, directory), directory)).map((finding) => [finding.what, finding]));
const settings = () => ({
  POSTGRES_URL: servers.postgres,
  QUEUE_URL: servers.queue,
  OBJECT_STORE_URL: servers.objectStore,
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradepost-doctor-'));
  postgres = await startPostgres({ dataDir: join(directory, 'postgres'), persistent: false });
  owner = new Client({ connectionString: postgres.url });
  await owner.connect();
  const secrets = loadSecrets(join(directory, 'embedded', 'secrets.json'));
  servers = {
    postgres: postgres.url,
    queue: roleUrl(postgres.url, queueSchema, secrets),
    objectStore: pathToFileURL(join(directory, 'objects')).href,
    smtp: `smtp://127.0.0.1:${await freePort()}`,
  };
});

afterAll(async () => {
  await owner?.end();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('a database without its migrations, and a missing store, fail with advice', async () => {
  const found = await look(settings());
  expect(found.get('Migrations')).toMatchObject({ state: 'fail', advice: expect.stringContaining('migration step') });
  expect(found.get('Object store')).toMatchObject({ state: 'fail' });
  await migrateAll(servers, { databasePasswords: Object.fromEntries(schemas.map((schema) => [schema, randomUUID()])) });
});

test('reports ok for a healthy installation, named by settings or run by `npm run up`', async () => {
  const found = await look(settings());
  for (const what of [
    'Node',
    'Configuration',
    'PostgreSQL',
    'Clock',
    'Migrations',
    'Outbox',
    'Queues',
    'Dead letters',
    'Object store',
  ])
    expect(found.get(what)).toMatchObject({ state: 'ok' });
  const forget = noteRunning(join(directory, 'embedded'), servers);
  const running = await look({});
  forget();
  expect(running.get('Audit log')).toMatchObject({ state: 'ok' });
  expect(running.get('SMTP')).toMatchObject({ state: 'fail', found: expect.stringContaining('ECONNREFUSED') });
});

test('reports a key that opens no object before people notice', async () => {
  const [key, another] = [randomUUID(), randomUUID()];
  const store = new EncryptedObjectStore(openObjectStore(servers.objectStore), new KeyRing([key]));
  await store.put('a/b/c', Readable.from([Buffer.from('x')]));
  const found = async (env: NodeJS.ProcessEnv) => (await look({ ...settings(), ...env })).get('Object keys');
  expect(await found({})).toMatchObject({ state: 'warn' });
  expect(await found({ AT_REST_KEY: key })).toMatchObject({ state: 'ok' });
  expect(await found({ AT_REST_KEY: another, AT_REST_KEY_PREVIOUS: key })).toMatchObject({ state: 'ok' });
  expect(await found({ AT_REST_KEY: another })).toMatchObject({
    state: 'fail',
    found: expect.stringContaining('none of AT_REST_KEY'),
  });
  await store.remove('a/b/c');
});

(isS3Installed ? test : test.skip)(
  'sends to and reads from the store as clients do, and reports one that is not reachable',
  async () => {
    const s3 = await startS3({ dataDir: join(directory, 's3') });
    const store = `${s3.url}/tradepost`;
    const opened = openObjectStore(store);
    await opened.prepare();
    const found = async (address: string, what = 'Store for clients') =>
      (await look({ ...settings(), OBJECT_STORE_URL: store, OBJECT_STORE_PUBLIC_URL: address })).get(what);
    try {
      // Swift signs the size only
      expect(await found(s3.endpoint)).toMatchObject({
        state: 'warn',
        found: expect.stringContaining('takes and sends'),
      });
      expect(await found(s3.endpoint, 'Parts joined by the store')).toMatchObject({
        state: 'ok',
        found: expect.stringContaining('compares the MD5'),
      });
      // Swift takes the header, although nobody signed it
      expect(await found(s3.endpoint, 'Parts that stay')).toMatchObject({
        state: 'fail',
        found: expect.stringContaining('delete it later'),
      });
      expect(await found(s3.endpoint.replace('127.0.0.1', 'localhost'))).toMatchObject({ state: 'warn' });
      expect(await found(`http://127.0.0.1:${await freePort()}`)).toMatchObject({
        state: 'fail',
        found: expect.stringContaining('ECONNREFUSED'),
      });
      expect((await look({ ...settings(), OBJECT_STORE_URL: store })).has('Store for clients')).toBe(false);
      expect((await opened.list('')[Symbol.asyncIterator]().next()).done).toBe(true);
    } finally {
      await s3.stop();
    }
  },
);

(isS3Installed ? test : test.skip)(
  'calls the store as pages do, reads the rules of its bucket, and says what is wrong with them',
  async () => {
    const s3 = await startS3({ dataDir: join(directory, 's3-of-pages') });
    const bucket = await startStoreWithRules(s3.endpoint);
    const origin = 'http://localhost:8080';
    const urlAt = (endpoint: string) =>
      `${endpoint.replace('//', `//${encodeURIComponent(s3.accessKey)}:${s3.secretKey}@`)}/tradepost`;
    const found = async (endpoint: string, env: NodeJS.ProcessEnv = { ORIGIN: origin }) => {
      const about = { OBJECT_STORE_URL: urlAt(endpoint), OBJECT_STORE_PUBLIC_URL: endpoint };
      const findings = await look({ ...settings(), ...about, ...env });
      return [findings.get('Store for pages'), findings.get('Unfinished uploads')];
    };
    const env = { ORIGIN: origin, OBJECT_STORE_PUBLIC_URL: bucket.endpoint };
    const warning = (text: string, advice = 'migration step') =>
      expect.objectContaining({
        state: 'warn',
        found: expect.stringContaining(text),
        advice: expect.stringContaining(advice),
      });
    try {
      await openObjectStore(urlAt(s3.endpoint)).prepare();
      // Swift has no such rules
      expect(await found(s3.endpoint)).toEqual([
        warning(`refuses pages of ${origin}, which use the gateway: no PUT`),
        warning('NotImplemented', 'garbage collector'),
      ]);
      expect(await offerStoreToPages(urlAt(s3.endpoint), env)).toEqual([
        expect.stringContaining('did not take its CORS rule'),
        expect.stringContaining('did not take its lifecycle rule'),
      ]);
      expect(await found(bucket.endpoint)).toEqual([warning('no PUT'), warning('no rule of the bucket ends them')]);
      expect(await offerStoreToPages(urlAt(bucket.endpoint), env)).toEqual([]);
      expect(await found(bucket.endpoint)).toEqual([
        expect.objectContaining({ state: 'ok', found: `lets pages of ${origin} send and read, and no others` }),
        expect.objectContaining({ state: 'ok' }),
      ]);
      expect((await found(bucket.endpoint, { ORIGIN: 'https://elsewhere.example' }))[0]).toEqual(
        warning('refuses pages of https://elsewhere.example'),
      );
      expect((await found(bucket.endpoint, {}))[0]).toEqual(warning('ORIGIN is not set', 'ORIGIN'));
      const { cors = '' } = bucket.rules;
      bucket.rules.cors = cors.replaceAll('<ExposeHeader>Content-Range</ExposeHeader>', '');
      expect((await found(bucket.endpoint))[0]).toEqual(warning('content-range is not exposed'));
      bucket.rules.cors = cors.replace('<AllowedHeader>x-amz-checksum-sha256</AllowedHeader>', '');
      expect((await found(bucket.endpoint))[0]).toEqual(warning('no PUT'));
      // as earlier releases have set it
      bucket.rules.cors = cors.replace('<AllowedHeader>content-md5</AllowedHeader>', '');
      expect((await found(bucket.endpoint))[0]).toEqual(warning('gateway: no PUT with content-md5'));
      bucket.rules.cors = cors.replace(origin, '*');
      expect((await found(bucket.endpoint))[0]).toEqual(
        warning('lets pages of any site call it', `allow ${origin} alone`),
      );
      expect((await openObjectStore(urlAt(s3.endpoint)).list('')[Symbol.asyncIterator]().next()).done).toBe(true);
    } finally {
      await bucket.stop();
      await s3.stop();
    }
  },
);

test('no rule is set for a store that clients do not reach', async () => {
  expect(await offerStoreToPages(servers.objectStore, { OBJECT_STORE_PUBLIC_URL: 'https://s3.example.com' })).toEqual(
    [],
  );
  const s3 = 'http://key:secret@127.0.0.1:9/tradepost';
  expect(await offerStoreToPages(s3, { ORIGIN: 'https://tradepost.example.com' })).toEqual([]);
  expect(await offerStoreToPages(s3, { OBJECT_STORE_PUBLIC_URL: 'https://s3.example.com' })).toEqual([
    expect.stringContaining('ORIGIN is not set'),
  ]);
});

test('reports a lag and an unclaimed job with their ages', async () => {
  await owner.query(
    "INSERT INTO storage.outbox (id, subject, payload, meta, created_at) VALUES ($1, 's', '{}', '{}', now() - interval '10 minutes')",
    [randomUUID()],
  );
  await owner.query(
    "INSERT INTO notification.job_intent (id, queue, name, key, payload, created_at) VALUES ($1, 'mail', 'm', 'k', '{}', now() - interval '3 hours')",
    [randomUUID()],
  );
  const found = await look(settings());
  expect(found.get('Outbox')).toMatchObject({
    state: 'warn',
    found: 'events not confirmed by all consumers: 1, the oldest for 10 min',
  });
  expect(found.get('Queues')).toMatchObject({ state: 'fail', found: 'pending jobs: 1, the oldest for 3 h' });
});

test('a chain with an altered end fails', async () => {
  const chain = randomUUID();
  await owner.query("INSERT INTO audit.chain (id, length, head) VALUES ($1, 1, 'aa')", [chain]);
  expect((await look(settings())).get('Audit log')).toMatchObject({
    state: 'fail',
    found: expect.stringContaining(chain),
  });
  await owner.query('DELETE FROM audit.chain');
});

test('settings that are missing or malformed are named, never shown', async () => {
  const findings = await examine(installationOf({ POSTGRES_URL: 'mysql://u:secret@h/db' }, directory), directory);
  const said = findings.filter(({ what }) => what === 'Configuration').map(({ state, found }) => `${state} ${found}`);
  expect(said).toEqual([
    'fail POSTGRES_URL is not a URL of postgres: or postgresql:',
    'fail QUEUE_URL is missing',
    'fail OBJECT_STORE_URL is missing',
  ]);
  expect(JSON.stringify(findings)).not.toContain('secret');
});

test('a stopped installation is checked as far as possible: ports that other programs use fail', async () => {
  await mkdir(join(directory, 'embedded'), { recursive: true });
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as { port: number };
  const found = await look({
    PORT: String(port),
    SMTP_PORT: String(await freePort()),
    INBOX_PORT: String(await freePort()),
  });
  await new Promise((done) => other.close(done));
  expect(found.get(`Port ${port}`)).toMatchObject({ state: 'fail' });
  expect(found.get('PostgreSQL')).toMatchObject({ state: 'warn' });
  await writeFile(join(directory, 'embedded', 'secrets.json'), '{ cut');
  expect((await look({})).get('Configuration')).toMatchObject({
    state: 'fail',
    found: expect.stringContaining(`cannot be read; its copy is ${join(directory, 'embedded', 'secrets.json.copy')}`),
  });
});

test('a stopped PostgreSQL fails with its address, and its content is not checked', async () => {
  const nobody = Object.assign(new URL(servers.postgres), { port: String(await freePort()) });
  const found = await look({ ...settings(), POSTGRES_URL: nobody.href });
  expect(found.get('PostgreSQL')).toMatchObject({
    state: 'fail',
    found: expect.stringContaining(nobody.host),
    advice: expect.stringContaining('start PostgreSQL'),
  });
  expect(found.has('Migrations')).toBe(false);
});
