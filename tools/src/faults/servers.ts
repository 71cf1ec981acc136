import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogEntry } from '@tradepost/contracts/audit';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import type { Page } from '@tradepost/contracts/values/fields';
import { routes } from '@tradepost/contracts/routes';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { startNats } from '@tradepost/testing/servers/nats';
import { freePort } from '@tradepost/testing/servers/ports';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import { startRedis } from '@tradepost/testing/servers/redis';
import { startS3 } from '@tradepost/testing/servers/s3';
import { stopAll, type Running } from '@tradepost/testing/servers/server-process';
import { waitFor } from '@tradepost/testing/wait-for';
import { Redis } from 'ioredis';
import { inParallel } from '../bench/support/measure';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { registerPair } from '../client/people';
import { root } from '../topology/paths';
import { limitsOfTests } from '../topology/limits-of-tests';
import { startTopology, type Topology } from '../topology/start';
import { collected } from './collect-garbage';
import { smtpProxy, storeProxy } from './proxies';
import { uploadUntilAnswered } from './repeated-uploads';
import { newTally, untilAnswered } from './until-answered';

const atOnce = 5;
/** How long each fault lasts, if it has a duration, and the pause after each. */
const faultMs = 6_000;
const peaceMs = 3_000;
/** The reconciler runs every minute and resends events that are three minutes old. */
const healedWithinMs = 6 * 60_000;

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/**
 * Uploads and deliveries while one server after the other fails under the apps: NATS killed and its streams deleted, Redis
 * flushed and restarted, PostgreSQL restarted, the object store answering 503 to 30 % of calls and then full, no mail server.
 * A request without an answer is retried; what was acknowledged is compared with the store, the log and the inbox.
 */
export async function serversFailing(dataDir: string) {
  const started: Running[] = [];
  const keep = <T extends Running>(running: T): T => {
    started.push(running);
    return running;
  };
  try {
    return await withServers(dataDir, keep);
  } finally {
    await stopAll(started);
  }
}

async function withServers(dataDir: string, keep: <T extends Running>(running: T) => T) {
  const at = (name: string) => join(dataDir, name);
  const ports = { nats: await freePort(), redis: await freePort(), postgres: await freePort() };
  const nats = { dataDir: at('nats'), port: ports.nats, configFile: join(root, 'deploy', 'nats.conf') };
  const redis = { dataDir: at('redis'), port: ports.redis };
  const postgres = { dataDir: at('postgres'), port: ports.postgres, persistent: true };
  const store = keep(await startS3({ dataDir: at('s3') }));
  const faultyStore = keep(await storeProxy(new URL(store.endpoint)));
  const inbox = keep(await startInbox({ dataDir: at('mail') }));
  const faultyMail = keep(await smtpProxy(inbox.smtpPort));
  const running = {
    postgres: await startPostgres(postgres),
    redis: await startRedis(redis),
    nats: undefined as Running | undefined,
  };
  keep({ stop: () => stopAll(Object.values(running).flatMap((one) => one ?? [])) });

  const topology = keep(
    await startTopology({
      kind: 'services',
      dataDir,
      persistent: true,
      given: {
        postgres: running.postgres.url,
        queue: running.redis.url,
        objectStore: Object.assign(new URL(store.url), { port: faultyStore.port, pathname: '/tradepost' }).href,
        smtp: `smtp://127.0.0.1:${faultyMail.port}`,
        inboxUrl: inbox.webUrl,
        nats: async () => {
          running.nats = await startNats(nats);
          return `nats://127.0.0.1:${ports.nats}`;
        },
      },
      env: { ...limitsOfTests, LOG_LEVEL: 'fatal' },
    }),
  );

  const faults: Record<string, () => Promise<void>> = {
    'NATS killed, its streams deleted': async () => {
      await running.nats?.stop();
      rmSync(nats.dataDir, { recursive: true, force: true });
      running.nats = await startNats(nats);
    },
    'Redis flushed': async () => {
      const client = new Redis(running.redis.url);
      await client.flushall();
      client.disconnect();
    },
    'Redis restarted': async () => {
      await running.redis.stop();
      running.redis = await startRedis(redis);
    },
    'PostgreSQL restarted': async () => {
      await running.postgres.stop();
      running.postgres = await startPostgres(postgres);
    },
    'object store: 503 to 30 % of calls': async () => {
      faultyStore.refuse({ status: 503, code: 'SlowDown', share: 0.3 });
      await delay(faultMs);
      faultyStore.refuse(null);
    },
    'object store full': async () => {
      faultyStore.refuse({ status: 507, code: 'InsufficientStorage', share: 1, writes: true });
      await delay(faultMs);
      faultyStore.refuse(null);
    },
    'no mail server': async () => {
      faultyMail.shut();
      await delay(faultMs);
      faultyMail.open();
    },
  };
  return compared(topology, faults, faultyStore.refused);
}

async function compared(topology: Topology, faults: Record<string, () => Promise<void>>, refused: () => number) {
  const people = Date.now();
  const receiverEmail = `receiver-${people}@example.com`;
  const { sender, receiver } = await registerPair(
    topology,
    {
      firstName: 'Fay',
      lastName: 'Fault',
      email: `servers-${people}@example.com`,
      password: 'Fault-fault-1!',
      companyName: 'Fault',
    },
    {
      firstName: 'Rita',
      lastName: 'Fault',
      email: receiverEmail,
      password: 'Fault-fault-1!',
      companyName: 'Receiving',
    },
  );
  const { id: folderId } = await sender.send(routes.createFolder, { name: 'Uploads' });

  const files = new Map<string, { name: string; hash: string }>();
  const delivered = new Set<string>();
  const calls = newTally();
  let failing = true;
  const work = inParallel(atOnce, atOnce, async (worker) => {
    for (let n = 0; failing; n += 1) {
      const piece = `${worker}-${n}`;
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000 + n * 1_000)]);
      const id = await uploadUntilAnswered(n, calls, sender, { folderId, name: `${piece}.pdf`, content });
      files.set(id, { name: `${piece}.pdf`, hash: sha256(content) });
      const folder = await untilAnswered('a folder', calls, () =>
        sender.send(
          routes.createFolder,
          { name: `Delivery ${piece}` },
          { headers: { 'idempotency-key': `folder-${piece}` } },
        ),
      );
      await untilAnswered('a delivery', calls, () =>
        sender.send(routes.deliver, { id: folder.id, email: [receiverEmail] }),
      );
      delivered.add(folder.name);
    }
  });
  const fail = async () => {
    for (const fault of Object.values(faults)) {
      await delay(peaceMs);
      await fault();
    }
    await delay(peaceMs);
  };
  await Promise.all([fail().finally(() => (failing = false)), work]);

  const mails = async () =>
    (await inboxAt(topology.inboxUrl).all()).flatMap(
      ({ subject, text }) => /Delivery \d+-\d+/.exec(`${subject} ${text}`)?.[0] ?? [],
    );
  const logged = async () => (await everyLog(sender)).filter((message) => / uploaded \d+-\d+\.pdf/.test(message));
  const healed = async () => new Set(await mails()).size >= delivered.size && (await logged()).length >= files.size;
  await waitFor(healed, { timeoutMs: healedWithinMs, what: 'everything acknowledged to be mailed and logged' }).catch(
    () => undefined,
  );

  const [mailed, entries] = [await mails(), await logged()];
  let mismatches = 0;
  let missing = 0;
  await inParallel(files.size, atOnce, async (n) => {
    const [id, { hash }] = [...files][n] as [string, { hash: string }];
    const answer = await sender.fetch(`/file-sharing/folders/${folderId}/files/${id}/content`);
    if (!answer.ok) missing += 1;
    else if (sha256(Buffer.from(await answer.arrayBuffer())) !== hash) mismatches += 1;
  });
  const { total } = await sender.send(routes.files, { folderId, page: 1, pageSize: 1 });
  const visible = new Set((await receiver.send(routes.received, {})).map(({ folderName }) => folderName));
  const { missing: withoutBytes, orphans, unfinished } = await collected(topology);
  const names = [...files.values()].map(({ name }) => name);
  return {
    facts: {
      faults: Object.keys(faults).length,
      ...calls,
      'calls the store refused': refused(),
      'uploads acknowledged': files.size,
      'deliveries acknowledged': delivered.size,
      'mails sent twice': mailed.length - new Set(mailed).size,
    },
    losses: {
      'acknowledged and missing': missing,
      'hash mismatches': mismatches,
      'files without an answered upload': total - files.size,
      'deliveries not seen by the receiver': [...delivered].filter((name) => !visible.has(name)).length,
      'deliveries without a mail': [...delivered].filter((name) => !mailed.includes(name)).length,
      'uploads without a log entry': names.filter((name) => !entries.some((message) => message.includes(` ${name} `)))
        .length,
      'log entries twice': entries.length - new Set(entries).size,
      'files without their bytes': withoutBytes,
      'uploads left half-way': unfinished,
      'orphans after collection': orphans,
    },
  };
}

async function everyLog(client: ApiClient): Promise<string[]> {
  const entries = await readAllPages(
    (page) => client.send(routes.logs, { page, pageSize: 200 }) as Promise<Page<LogEntry>>,
  );
  return entries.map(({ message }) => message);
}
