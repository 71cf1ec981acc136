import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { connect, createServer, type Server } from 'node:net';
import { Redis } from 'ioredis';
import { Client as S3Client } from 'minio';
import { connect as connectNats } from 'nats';
import { createTransport } from 'nodemailer';
import { Client } from 'pg';
import { codeIn, inboxAt } from '../src/inbox-client';
import { startInbox } from '../src/servers/inbox';
import { freePort } from '../src/servers/ports';
import { startNats } from '../src/servers/nats';
import { startPostgres } from '../src/servers/postgres';
import { startRedis } from '../src/servers/redis';
import { startServices } from '../src/servers/services';
import { type Running, stopAll } from '../src/servers/server-process';
import { startS3 } from '../src/servers/s3';
import { waitFor } from '../src/wait-for';

let dataDir: string;
let started: Running[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'servers-'));
  started = [];
});
afterEach(async () => {
  await stopAll(started);
  await rm(dataDir, { recursive: true, force: true });
});

/** Stopped after the test, also when it fails. */
async function running<T extends Running>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  started.push(server);
  return server;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it('gives each port away once, whether or not its server listens yet', async () => {
  const given = await Promise.all(Array.from({ length: 400 }, freePort));
  expect(new Set(given).size).toBe(400);
});

describe('PostgreSQL', () => {
  it('keeps its data over a restart and frees its port', async () => {
    const first = await running(startPostgres({ dataDir, persistent: true }));
    await query(first.url, `create table stored as select 'ÄÖ🦊' as word`);
    expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    await first.stop();
    expect(await isOpen(first.port)).toBe(false);

    const second = await running(startPostgres({ dataDir, port: first.port, persistent: true }));
    expect(await query(second.url, 'select word from stored')).toEqual([{ word: 'ÄÖ🦊' }]);
    await second.stop();
  });

  it('waits for one on the same data that is shutting down, and refuses to run next to one that is not', async () => {
    const first = await running(startPostgres({ dataDir, persistent: true }));
    const lastClient = new Client({ connectionString: first.url });
    await lastClient.connect();
    await expect(startPostgres({ dataDir, persistent: true })).rejects.toThrow('already runs');

    const pidFile = join(dataDir, 'cluster/postmaster.pid');
    const stored = () => readFileSync(pidFile, 'utf8');
    // a smart shutdown waits for the last client
    process.kill(Number(stored().split('\n')[0]), 'SIGTERM');
    await waitFor(() => stored().includes('stopping'));
    const second = running(startPostgres({ dataDir, persistent: true }));
    await lastClient.end();
    expect(await query((await second).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a wrong password', async () => {
    const server = await running(startPostgres({ dataDir, persistent: false, password: 'right' }));
    const wrong = server.url.replace('right', 'wrong');
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('reports in one line that its port is in use', async () => {
    const port = await freePort();
    const occupant: Server = createServer().listen(port, '127.0.0.1');
    await expect(startPostgres({ dataDir, port, persistent: false })).rejects.toThrow(
      `Port ${port}, meant for PostgreSQL, is in use by another program.`,
    );
    occupant.close();
  });
});

it('receives mail and shows the code in it', async () => {
  const inbox = await running(startInbox({ dataDir }));
  const mailer = createTransport(inbox.smtpUrl);
  const client = inboxAt(inbox.webUrl);
  const mail = {
    from: 'us@tradepost.test',
    to: 'Ada@Example.com',
    text: 'Your code:\n\n  04711\n\nIt lasts 10 minutes.',
  };
  await mailer.sendMail({ ...mail, subject: 'First' });
  const first = await client.waitForMail({ to: 'Ada@example.com' });
  expect(codeIn(first)).toBe('04711');

  await mailer.sendMail({ ...mail, subject: 'Second', text: 'Nothing' });
  const second = await client.waitForMail({ to: 'Ada@example.com', after: first });
  expect(second.subject).toBe('Second');
  expect(() => codeIn(second)).toThrow('no code');

  mailer.close();
  await inbox.stop();
  expect(await isOpen(inbox.smtpPort)).toBe(false);
  expect(await isOpen(inbox.webPort)).toBe(false);
});

it('keeps a published message in JetStream over a restart', async () => {
  const first = await running(startNats({ dataDir }));
  const publisher = await connectNats({ servers: first.url });
  const manager = await publisher.jetstreamManager();
  await manager.streams.add({ name: 'EVENTS', subjects: ['evt.>'] });
  await manager.consumers.add('EVENTS', { durable_name: 'reader', ack_policy: 'explicit' as never });
  await publisher.jetstream().publish('evt.tried', 'stored', { msgID: '1' });
  await publisher.close();
  await first.stop();
  expect(await isOpen(first.port)).toBe(false);

  const second = await running(startNats({ dataDir }));
  const reader = await connectNats({ servers: second.url });
  const message = await (await reader.jetstream().consumers.get('EVENTS', 'reader')).next({ expires: 5_000 });
  expect(message?.string()).toBe('stored');
  await reader.close();
  await second.stop();
});

it('keeps what Redis stored over a restart and evicts nothing', async () => {
  const first = await running(startRedis({ dataDir }));
  const writer = new Redis(first.url);
  await writer.set('job', 'waiting');
  expect(await writer.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
  writer.disconnect();
  await first.stop();
  expect(await isOpen(first.port)).toBe(false);

  const second = await running(startRedis({ dataDir }));
  const reader = new Redis(second.url);
  expect(await reader.get('job')).toBe('waiting');
  reader.disconnect();
  await second.stop();
});

describe('S3', () => {
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const clientOf = (s3: { port: number; accessKey: string; secretKey: string }) =>
    new S3Client({
      endPoint: '127.0.0.1',
      port: s3.port,
      useSSL: false,
      region: 'us-east-1',
      pathStyle: true,
      accessKey: s3.accessKey,
      secretKey: s3.secretKey,
      partSize: 5 * 1024 * 1024,
    });

  it('stores an object in parts, returns ranges of it, and keeps it over a restart', async () => {
    const first = await running(startS3({ dataDir }));
    const content = randomBytes(12 * 1024 * 1024 + 7);
    await clientOf(first).makeBucket('files');
    await clientOf(first).putObject('files', 'o/ü/1', Readable.from([content]), content.length);
    const range = await buffer(await clientOf(first).getPartialObject('files', 'o/ü/1', 5 * 1024 * 1024 - 3, 10));
    expect(range).toEqual(content.subarray(5 * 1024 * 1024 - 3, 5 * 1024 * 1024 + 7));
    await first.stop();
    expect(await isOpen(first.port)).toBe(false);

    const second = await running(startS3({ dataDir }));
    const back = await buffer(await clientOf(second).getObject('files', 'o/ü/1'));
    expect(hash(back)).toBe(hash(content));
    await clientOf(second).removeObject('files', 'o/ü/1');
    await expect(clientOf(second).statObject('files', 'o/ü/1')).rejects.toMatchObject({ code: 'NotFound' });
    await second.stop();
  });

  it('refuses a wrong key', async () => {
    const s3 = await running(startS3({ dataDir }));
    await expect(clientOf({ ...s3, secretKey: 'guessed' }).listBuckets()).rejects.toThrow(/signature/i);
    await s3.stop();
  });
});

it('starts the servers of the services topology, and uses given ones', async () => {
  const env = { NATS_URL: 'nats://elsewhere:4222', OBJECT_STORE_URL: 'http://key:secret@elsewhere/bucket' };
  const services = await running(startServices({ dataDir, persistent: false, env }));
  expect(services.nats).toBe(env.NATS_URL);
  expect(services.objectStore).toBe(env.OBJECT_STORE_URL);
  expect(await query(services.postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  const queue = new Redis(services.queue);
  expect(await queue.ping()).toBe('PONG');
  queue.disconnect();
});

it('starts the servers of the system if a Docker engine has no images and no registry', async () => {
  const program = join(dataDir, 'docker');
  writeFileSync(program, '#!/bin/sh\ntest "$1" = version\n', { mode: 0o755 });
  const path = process.env.PATH ?? '';
  process.env.PATH = `${dataDir}:${path}`;
  try {
    const env = { POSTGRES_URL: 'postgres://elsewhere', OBJECT_STORE_URL: 'http://key:secret@elsewhere/bucket' };
    const services = await running(startServices({ dataDir, persistent: false, env }));
    const nats = await connectNats({ servers: services.nats });
    await nats.close();
    const queue = new Redis(services.queue);
    expect(await queue.ping()).toBe('PONG');
    queue.disconnect();
  } finally {
    process.env.PATH = path;
  }
});
