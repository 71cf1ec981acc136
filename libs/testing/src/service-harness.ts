import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand, Event, In, Out, Payload } from '@tradepost/contracts/define';
import { allEvents } from '@tradepost/contracts/events';
import { Bus } from '@tradepost/service-kit/bus/bus';
import { Db, type DatabaseOptions } from '@tradepost/service-kit/database';
import type { EventMeta } from '@tradepost/service-kit/decorators';
import { JobIntentRow, OutboxRow } from '@tradepost/service-kit/kit.entities';
import { migrateQueues, migrateService, serviceRole } from '@tradepost/service-kit/migrate';
import { openObjectStore } from '@tradepost/service-kit/object-store/open';
import { queueSchema } from '@tradepost/service-kit/queue';
import { Rpc } from '@tradepost/service-kit/rpc';
import { v7 as uuidv7 } from 'uuid';
import { startPostgres } from './servers/postgres';

export type Database = Omit<DatabaseOptions, 'url' | 'poolSize'>;

/** A service on a real PostgreSQL, with its neighbours played by the test on the bus. */
export interface ServiceUnderTest {
  app: INestApplicationContext;
  db: Db;
  bus: Bus;
  rpc: Rpc;
  /** The database's owner, who may do what no service may. */
  ownerUrl: string;
  /** Calls the service as a browser's request would reach it. */
  call<C extends AnyCommand>(
    command: C,
    input: In<C> | Record<string, unknown>,
    actor: Actor,
    extra?: { idempotencyKey?: string },
  ): Promise<Out<C>>;
  /** Answers for a neighbouring service. */
  neighbour<C extends AnyCommand>(
    command: C,
    answer: (input: In<C>, actor: Actor) => Promise<Out<C>> | Out<C>,
  ): Promise<void>;
  /** Hands the service an event, as the bus would, and waits until it is taken. */
  hear<E extends Event<any>>(event: E, payload: Payload<E>, meta?: Partial<EventMeta>): Promise<void>;
  /** Payloads of every event of this kind that was published, in order. */
  published<E extends Event<any>>(event: E): Promise<Payload<E>[]>;
  /** Promised jobs, oldest first. */
  jobs(queue: 'mail' | 'zip'): Promise<JobIntentRow[]>;
  /** Another replica of it on the same database, with other settings. */
  replica(env: Record<string, string>): Promise<Pick<ServiceUnderTest, 'app' | 'call'> & { stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Starts one service in this process: embedded PostgreSQL, in-process bus, BullMQ on PostgreSQL, a directory of objects. */
export async function startService({
  module,
  database,
  env = {},
}: {
  module: Type;
  database: Database;
  env?: Record<string, string>;
}): Promise<ServiceUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'tradepost-service-'));
  const postgres = await startPostgres({ dataDir: join(directory, 'postgres'), persistent: false });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const password = randomUUID();
  await migrateService({ ownerUrl: postgres.url, password, ...database });
  await migrateQueues({ ownerUrl: postgres.url, password });
  const urlOf = (schema: string) =>
    Object.assign(new URL(postgres.url), { username: serviceRole(schema), password }).href;
  Object.assign(process.env, {
    [`${database.schema.toUpperCase()}_DATABASE_URL`]: urlOf(database.schema),
    QUEUE_URL: urlOf(queueSchema),
    OBJECT_STORE_URL: pathToFileURL(join(directory, 'objects')).href,
    ACTOR_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }),
    ACTOR_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    AT_REST_KEY: 'a key for tests only, 32 characters',
    ...env,
  });
  const store = openObjectStore(pathToFileURL(join(directory, 'objects')).href);
  await store.prepare();
  const start = () => NestFactory.createApplicationContext(module, { logger: ['error'], abortOnError: false });
  const callOf =
    (to: Rpc): ServiceUnderTest['call'] =>
    (command, input, actor, extra) =>
      to.send(command.subject, input, actor, extra) as never;
  const app = await start();
  const [db, bus, rpc] = [app.get(Db), app.get(Bus), app.get(Rpc)];
  await settleAtOnce(bus);
  return {
    app,
    db,
    bus,
    rpc,
    ownerUrl: postgres.url,
    call: callOf(rpc),
    neighbour: (command, answer) =>
      rpc.answer(command.subject, 'test', async (input, actor) => answer(input as never, actor)),
    hear: (event, payload, meta) => {
      const id = uuidv7();
      const full: EventMeta = {
        id,
        subject: event.subject,
        at: new Date().toISOString(),
        requestId: id,
        actor: null,
        ...meta,
      };
      return bus.publish({
        id: full.id,
        subject: event.subject,
        attempt: 1,
        data: Buffer.from(JSON.stringify({ meta: full, payload, settleTo: null })),
      });
    },
    published: async (event) => {
      const rows = await db.read.find(OutboxRow, { where: { subject: event.subject }, order: { id: 'ASC' } });
      return rows.map(({ payload }) => payload as never);
    },
    jobs: (queue) => db.read.find(JobIntentRow, { where: { queue }, order: { id: 'ASC' } }),
    replica: async (changed) => {
      const kept = { ...process.env };
      Object.assign(process.env, changed);
      const other = await start().finally(() => (process.env = kept));
      await settleAtOnce(other.get(Bus));
      return { app: other, call: callOf(other.get(Rpc)), stop: () => other.close() };
    },
    stop: async () => {
      await app.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Says what neighbours would once they have taken an event that a command waits for. */
async function settleAtOnce(bus: Bus): Promise<void> {
  for (const { subject, settle } of allEvents) {
    if (settle.length === 0) continue;
    await bus.listen(subject, (data) => {
      const { meta, settleTo } = JSON.parse(Buffer.from(data).toString()) as {
        meta: EventMeta;
        settleTo: string | null;
      };
      if (!settleTo) return;
      for (const consumer of settle) bus.broadcast(settleTo, Buffer.from(JSON.stringify({ id: meta.id, consumer })));
    });
  }
}

/** A signed-in person for tests: an approved sender unless told otherwise. */
export const userActor = (given: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  userId: uuidv7(),
  sessionId: uuidv7(),
  email: `${randomUUID()}@example.com`,
  firstName: 'Ann',
  lastName: 'Sender',
  companyId: uuidv7(),
  companyName: 'Ann Trading',
  userType: 'sender',
  kycStatus: 'Approved',
  scope: 'session',
  ip: '127.0.0.1',
  ...given,
});

export const publicActor: Actor = { kind: 'public', ip: '127.0.0.1' };
