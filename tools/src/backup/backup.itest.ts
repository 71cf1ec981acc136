// One file, because its tests share one database and one backup, which take most of the time.
import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { genesis, entryHash } from '@tradepost/proofs/chain';
import { notificationDatabase } from '@tradepost/notification/data-source';
import { Bus } from '@tradepost/service-kit/messaging/bus';
import { Db, dataSource } from '@tradepost/service-kit/database/database';
import { KeyRing } from '@tradepost/service-kit/security/at-rest/key-ring';
import { EncryptedObjectStore } from '@tradepost/service-kit/objects/encrypted-object-store';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { queueSchema, Queues, type JobRef } from '@tradepost/service-kit/jobs/queue';
import { Reconciler } from '@tradepost/service-kit/messaging/reconciler';
import { Relay } from '@tradepost/service-kit/messaging/relay';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { startPostgres, type RunningPostgres } from '@tradepost/testing/servers/postgres';
import { waitFor } from '@tradepost/testing/wait-for';
import { Client } from 'pg';
import { verifyExport } from '@tradepost/proofs/verify-export';
import { schemas } from '../topology/catalogue';
import { migrateAll } from '../topology/migrations';
import { roleUrl } from '../topology/settings';
import type { Secrets } from '../topology/secrets';
import { memoryStore } from '@tradepost/client/contacts/device-store';
import { recordRevocation } from '@tradepost/client/ledger/grants';
import { reviewLedger } from '@tradepost/client/ledger/restore';
import { pinOf } from '@tradepost/sealing/keys/pins';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { ledgerIn, vaultOf } from './ledger-in-database';
import { makeBackup } from './make';
import { verifiedManifest, writeManifest, type Manifest } from './manifest';
import { restoreBackup } from './restore';
import { backupInto, prune } from './scheduled';
import { verifyBackup } from './verify';

const databasePasswords = Object.fromEntries(schemas.map((schema) => [schema, randomUUID()]));
const secrets = { databasePasswords } as Secrets;
const company = randomUUID();
const folderId = randomUUID();
const mailId = randomUUID();
const chainId = randomUUID();
const apiKeyId = randomUUID();
const revokedRequest = randomUUID();
const device = memoryStore();

const atRestKey = randomUUID();
const atRest = new KeyRing([atRestKey]);

let directory: string;
let postgres: RunningPostgres;
let owner: Client;
let source: ReturnType<typeof place>;
let backup: string;
let manifest: Manifest;
let restored: ReturnType<typeof place>;
let ann: Vault;

/** A separate installation in the same server: a database and a directory. */
function place(database: string) {
  const url = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
  return {
    servers: {
      postgres: url,
      queue: roleUrl(url, queueSchema, secrets),
      objectStore: pathToFileURL(join(directory, database)).href,
    },
    databasePasswords,
    atRest: { AT_REST_KEY: atRestKey },
  };
}

/** As `npm run restore` does. */
const restore = async (into: Parameters<typeof restoreBackup>[0], folder: string) =>
  restoreBackup(into, folder, await verifiedManifest(folder));

async function emptyPlace() {
  const name = `place_${randomUUID().replaceAll('-', '')}`;
  await owner.query(`CREATE DATABASE ${name}`);
  return place(name);
}

async function on<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const encrypted = ({ servers }: ReturnType<typeof place>) =>
  new EncryptedObjectStore(openObjectStore(servers.objectStore), atRest);

async function addFile(client: Client, bytes = randomUUID()): Promise<string> {
  const key = `${company}/${folderId}/${randomUUID()}`;
  await encrypted(source).put(key, Readable.from([Buffer.from(bytes)]));
  await client.query(
    `WITH version AS (
       INSERT INTO storage.file_version (file_id, version, company_id, object_key, mime_type, size, created_at)
       VALUES ($1, 1, $2, $5, 'text/csv', $6, now()))
     INSERT INTO storage.file (id, company_id, folder_id, name, current_version, size, category, currency, price, number_of_records, total_amount, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 1, $6, 'c', 'EUR', 1, 1, 1, now(), now())`,
    [randomUUID(), company, folderId, `name\t"${key}`, key, bytes.length],
  );
  return key;
}

async function removeFile(client: Client, key: string): Promise<void> {
  await client.query(
    'DELETE FROM storage.file WHERE id = (SELECT file_id FROM storage.file_version WHERE object_key = $1)',
    [key],
  );
  await openObjectStore(source.servers.objectStore).remove(key);
}

/** A contact that the owner of the ledger has compared. */
const pinned = async (address: string) => ({
  type: 'pin' as const,
  pin: pinOf((await vaultOf(address)).own as Contact, 'compared'),
});

async function addEntries(client: Client): Promise<void> {
  let head = genesis;
  for (let sequence = 1; sequence <= 3; sequence += 1) {
    const entry = {
      id: randomUUID(),
      chainId,
      sequence,
      at: new Date(),
      action: 'a',
      actor: null,
      actorId: null,
      ip: null,
      requestId: null,
      message: `"\\ ${sequence}`,
      commitments: [],
    };
    head = entryHash(head, entry);
    await client.query(
      'INSERT INTO audit.entry (id, chain_id, sequence, at, action, message, hash, commitments) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
      [entry.id, chainId, sequence, entry.at, 'a', entry.message, head, entry.commitments],
    );
  }
  await client.query('INSERT INTO audit.chain (id, length, head) VALUES ($1, 3, $2)', [chainId, head]);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradepost-backup-'));
  postgres = await startPostgres({ dataDir: join(directory, 'postgres'), persistent: false });
  owner = new Client({ connectionString: postgres.url });
  await owner.connect();
  source = await emptyPlace();
  await migrateAll(source.servers, { databasePasswords });
  backup = join(directory, 'backup');

  await on(source.servers.postgres, async (client) => {
    await client.query('SET search_path = storage');
    await client.query(
      "INSERT INTO storage.folder (id, company_id, name, created_at) VALUES ($1, $2, 'Prices', now())",
      [folderId, company],
    );
    await addEntries(client);
    ann = await vaultOf('ann@example.org');
    const known = await pinned('bob@example.org');
    await ledgerIn(source.servers.postgres, ann, device).record(() => [known]);
    await client.query(
      `INSERT INTO identity.api_key (id, account_id, company_id, name, scopes, addresses, secret_hash, created_at, expires_at)
       VALUES ($1, $2, $3, 'Nightly', '{read}', '{}', 'x', now(), now() + interval '1 day')`,
      [apiKeyId, ann.userId, company],
    );
    await client.query(
      "INSERT INTO notification.job_intent (id, queue, name, key, payload, enqueued_at) VALUES ($1, 'mail', 'welcome', 'k', '{}', now() - interval '1 hour')",
      [mailId],
    );
    const keys: string[] = [];
    for (let i = 0; i < 200; i += 1) keys.push(await addFile(client));
    // People continue to add and remove files, in the order that a copier meets last.
    let done = false;
    const busy = (async () => {
      while (!done && keys.length > 100) {
        await addFile(client);
        await removeFile(client, keys.sort().pop() as string);
      }
    })();
    manifest = await makeBackup(source, backup);
    done = true;
    await busy;
    // after the backup
    const later = await pinned('eve@example.org');
    const ledger = ledgerIn(source.servers.postgres, ann, device);
    await ledger.record(() => [later]);
    await recordRevocation(ledger, revokedRequest);
    await client.query('UPDATE identity.api_key SET revoked_at = now() WHERE id = $1', [apiKeyId]);
  });
  restored = await emptyPlace();
  await restore(restored, backup);
});

afterAll(async () => {
  await owner?.end();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('a backup taken while people work is one snapshot, and can be restored completely into an empty installation', async () => {
  expect(manifest.missing).toEqual([]);
  await on(restored.servers.postgres, async (client) => {
    const { rows: files } = await client.query<{ key: string }>(
      'SELECT object_key AS key FROM storage.file_version ORDER BY object_key COLLATE "C"',
    );
    expect(files.length).toBeGreaterThanOrEqual(100);
    const [folder] = (await client.query<{ file_count: number }>('SELECT file_count FROM storage.folder')).rows;
    expect(folder?.file_count).toBe(files.length);
    const store = openObjectStore(restored.servers.objectStore);
    const found: { key: string; sha256: string }[] = [];
    for await (const { key } of store.list('')) {
      const hash = createHash('sha256');
      for await (const chunk of await store.get(key)) hash.update(chunk as Buffer);
      found.push({ key, sha256: hash.digest('hex') });
    }
    expect(found.map(({ key }) => key)).toEqual(files.map(({ key }) => key));
    expect(found).toEqual(manifest.objects.map(({ key, sha256 }) => ({ key, sha256 })));
    // The backup has nothing that opens without the key, and with it all of it opens.
    const { key } = manifest.objects[0]!;
    const content = await buffer(await encrypted(restored).get(key));
    expect(content.toString()).toMatch(/^[0-9a-f-]{36}$/);
    expect((await readFile(join(backup, 'objects', key))).includes(content)).toBe(false);
    expect(manifest.objects.every(({ envelope }) => envelope?.startsWith('1:ring:'))).toBe(true);

    const { rows } = await client.query<{ at: Date; message: string }>(
      'SELECT id, chain_id AS "companyId", sequence, at, action, actor, actor_id AS "actorId", ip, request_id AS "requestId", message, hash FROM audit.entry ORDER BY sequence',
    );
    expect(
      await verifyExport(
        (async function* () {
          for (const { at, message, ...row } of rows) {
            const hashed = { actor: null, ip: null, message, commitments: [], texts: [] };
            yield JSON.stringify({ ...row, at: at.toISOString(), message, hashed });
          }
        })(),
        null,
      ),
    ).toMatchObject({ entries: 3, chains: 1 });
  });
  // The same rows make the same files, and the key log has a new name.
  const again = join(directory, 'again');
  const { tables } = await makeBackup(restored, again);
  const restarted = expect.objectContaining({ table: 'key_log_restart', rows: 1 });
  expect(tables).toEqual(manifest.tables.map((one) => (one.table === 'key_log_restart' ? restarted : one)));
});

test('a device that has seen more refuses the restored ledger until its owner accepts it, with what was lost', async () => {
  const { postgres: url } = restored.servers;
  const ledger = ledgerIn(url, ann, device);
  await expect(ledger.load()).rejects.toMatchObject({ problem: 'LEDGER_ROLLED_BACK' });
  const review = await reviewLedger(ledger, { restarted: async () => null });
  expect(review).toMatchObject({ contacts: [{ address: 'eve@example.org' }], revoked: [revokedRequest] });
  // the key that was revoked after the backup works again, so the guide lists it
  const live = await on(url, (client) => client.query('SELECT id FROM identity.api_key WHERE revoked_at IS NULL'));
  expect(live.rows).toEqual([{ id: apiKeyId }]);
  await review!.accept(() => true);
  const { pins, revoked } = await ledgerIn(url, ann, memoryStore()).load();
  expect(pins.contacts.map(({ address }) => address)).toEqual(['bob@example.org', 'eve@example.org']);
  expect([...revoked]).toEqual([revokedRequest]);
});

test('a mail that was enqueued and not sent goes to the mail worker after the restore', async () => {
  const database = await dataSource({
    ...notificationDatabase,
    url: roleUrl(restored.servers.postgres, 'notification', secrets),
    poolSize: 2,
  }).initialize();
  const queues = new Queues(restored.servers.queue);
  const relay = new Relay('notification', database, undefined as unknown as Bus, queues);
  try {
    const taken: JobRef[] = [];
    await queues.work('mail', 1, async (ref) => void taken.push(ref));
    await new Reconciler('notification', new Db(database), undefined as unknown as Rpc, queues, new Map()).run();
    relay.start();
    expect(await waitFor(() => taken[0])).toMatchObject({ owner: 'notification', id: mailId });
  } finally {
    await relay.stop();
    await queues.close();
    await database.destroy();
  }
});

test('an installation that is not empty is refused and not changed', async () => {
  const rows = () =>
    on(source.servers.postgres, async (client) => (await client.query('SELECT count(*) FROM storage.file')).rows);
  const before = await rows();
  await expect(restore(source, backup)).rejects.toThrow(/database is not empty/);
  expect(await rows()).toEqual(before);
  const halfEmpty = await emptyPlace();
  await openObjectStore(halfEmpty.servers.objectStore).prepare();
  await openObjectStore(halfEmpty.servers.objectStore).put('orphan', Readable.from([Buffer.from('x')]));
  await expect(restore(halfEmpty, backup)).rejects.toThrow(/object store is not empty \(it has orphan\)/);
});

const flip = async (file: string) => {
  const bytes = await readFile(file);
  bytes[bytes.length - 2] = (bytes[bytes.length - 2] as number) ^ 1;
  await writeFile(file, bytes);
};
test.each<[string, (folder: string, key: string) => Promise<void>, RegExp]>([
  ['an object with a flipped bit', (folder, key) => flip(join(folder, 'objects', key)), /objects\/.*: wrong checksum/],
  ['an object that is missing', (folder, key) => rm(join(folder, 'objects', key)), /objects\/.*: missing/],
  [
    'a table with a flipped bit',
    (folder) => flip(join(folder, 'tables', 'storage.file.copy')),
    /storage\.file\.copy: wrong checksum/,
  ],
  [
    'a table cut short',
    (folder) => truncate(join(folder, 'tables', 'audit.entry.copy'), 10),
    /audit\.entry\.copy: 10 bytes instead of/,
  ],
  ['a manifest with a flipped bit', (folder) => flip(join(folder, 'manifest.json')), /manifest\.json/],
  ['no manifest', (folder) => rm(join(folder, 'manifest.json')), /not a complete backup/],
])('%s is named and nothing is written', async (_what, damage, complaint) => {
  const damaged = join(directory, randomUUID());
  await cp(backup, damaged, { recursive: true });
  await damage(damaged, manifest.objects[0]?.key as string);
  const untouched = await emptyPlace();
  await expect(restore(untouched, damaged)).rejects.toThrow(complaint);
  expect(
    await on(
      untouched.servers.postgres,
      async (client) => (await client.query("SELECT 1 FROM pg_namespace WHERE nspname = 'storage'")).rowCount,
    ),
  ).toBe(0);
  expect((await readdir(directory)).includes(new URL(untouched.servers.postgres).pathname.slice(1))).toBe(false);
});

const schemasIn = (url: string) =>
  on(url, async (client) => {
    const { rows } = await client.query("SELECT nspname FROM pg_namespace WHERE nspname = 'storage'");
    return rows.length;
  });

test.each<[string, { AT_REST_KEY?: string }, RegExp]>([
  [
    'another key',
    { AT_REST_KEY: randomUUID() },
    /\d+ objects: a data key is under the key .*, which is none of AT_REST_KEY/,
  ],
  ['no key', {}, /neither AT_REST_KEY nor AT_REST_VAULT_URL is set/],
])('with %s nothing is restored, and nothing is written', async (_what, keys, complaint) => {
  const untouched = { ...(await emptyPlace()), atRest: keys };
  await expect(restore(untouched, backup)).rejects.toThrow(complaint);
  expect(await schemasIn(untouched.servers.postgres)).toBe(0);
  expect((await readdir(directory)).includes(new URL(untouched.servers.postgres).pathname.slice(1))).toBe(false);
});

test('an earlier key that is still known opens the backup', async () => {
  const place = { ...(await emptyPlace()), atRest: { AT_REST_KEY: randomUUID(), AT_REST_KEY_PREVIOUS: [atRestKey] } };
  await restore(place, backup);
  expect(await schemasIn(place.servers.postgres)).toBe(1);
});

describe('verification', () => {
  const databases = async () =>
    (await owner.query<{ datname: string }>('SELECT datname FROM pg_database ORDER BY 1')).rows.map(
      ({ datname }) => datname,
    );

  test('restores a backup into a temporary place, and removes it', async () => {
    const before = await databases();
    expect(await verifyBackup(source, backup)).toEqual(manifest);
    expect(await databases()).toEqual(before);
    expect((await readdir(directory)).filter((name) => name.endsWith('.verify'))).toEqual([]);
    // the installation's own roles still work
    await on(roleUrl(source.servers.postgres, 'storage', secrets), (client) =>
      client.query('SELECT 1 FROM storage.file'),
    );
  });

  test('finds a backup with rows that do not fit the schema, although its hashes are right', async () => {
    const forged = join(directory, randomUUID());
    await cp(backup, forged, { recursive: true });
    const file = join(forged, 'tables', 'storage.folder.copy');
    const content = (await readFile(file, 'utf8')).replace(company, 'no uuid'.padEnd(company.length));
    await writeFile(file, content);
    const tables = manifest.tables.map((table) =>
      table.table === 'folder' ? { ...table, sha256: createHash('sha256').update(content).digest('hex') } : table,
    );
    await writeManifest(forged, { ...manifest, tables });
    const before = await databases();
    await expect(verifyBackup(source, forged)).rejects.toThrow(/uuid/);
    expect(await databases()).toEqual(before);
  });
});

describe('scheduled', () => {
  const at = (text: string) => new Date(`${text}T02:00:00Z`);
  const write = (folder: string) => makeBackup(source, folder);

  test('each backup has a folder with its date, and old ones are removed', async () => {
    const into = join(directory, 'nightly');
    for (const date of ['2026-05-01', '2026-05-02', '2026-05-03']) await backupInto(into, at(date), write);
    await writeFile(join(into, 'notes.txt'), 'mine');
    expect(await prune(into, { days: 2, weeks: 0, months: 0 }, at('2026-05-03'))).toEqual(['2026-05-01T02-00-00Z']);
    expect((await readdir(into)).sort()).toEqual(['2026-05-02T02-00-00Z', '2026-05-03T02-00-00Z', 'notes.txt']);
    await verifiedManifest(join(into, '2026-05-03T02-00-00Z'));
  });

  test('a failed backup leaves nothing that looks like a backup', async () => {
    const into = join(directory, 'failed');
    await expect(
      backupInto(into, at('2026-05-01'), async (folder) => {
        await cp(backup, folder, { recursive: true });
        throw new Error('the disk is full');
      }),
    ).rejects.toThrow('the disk is full');
    expect(await readdir(into)).toEqual([]);
  });
});
