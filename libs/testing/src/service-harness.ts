import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand, Event, In, Out, Payload } from '@tradepost/contracts/define';
import { identity } from '@tradepost/contracts/identity';
import { allEvents } from '@tradepost/contracts/events';
import type { MemberRole } from '@tradepost/contracts/roles';
import { Bus, type Delivery } from '@tradepost/service-kit/messaging/bus';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { JobIntentRow, OutboxRow } from '@tradepost/service-kit/database/kit.entities';
import { migrateService, serviceRole } from '@tradepost/service-kit/database/migrate';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { serveCommands } from '@tradepost/service-kit/runtime/boot';
import { v7 as uuidv7 } from 'uuid';
import { requirePlainAnswers } from './plain-answers';
import { stubCommand } from './stubs/stub-command';
import { testDatabase, type Database } from './database/test-database';
import { longestWaitMs } from './wait-for';

/** A service on a real PostgreSQL; the test stubs the other services on the bus. */
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
  /** Answers in place of another service. */
  stubService<C extends AnyCommand>(
    command: C,
    answer: (input: In<C>, actor: Actor) => Promise<Out<C>> | Out<C>,
  ): Promise<void>;
  /** Delivers an event to the service, as the bus would, and waits until it is processed. */
  deliverEvent<E extends Event>(event: E, payload: Payload<E>, meta?: Partial<EventMeta>): Promise<void>;
  /** As `deliverEvent`, for events that come together. */
  deliverTogether(events: { event: Event; payload: unknown }[]): Promise<void>;
  /** Payloads of every event of this kind that was published, in order. */
  published<E extends Event>(event: E): Promise<Payload<E>[]>;
  /** Enqueued jobs, oldest first. */
  jobs(queue: 'mail' | 'zip'): Promise<JobIntentRow[]>;
  /** Another replica of it on the same database, with other settings. */
  replica(env: Record<string, string>): Promise<Pick<ServiceUnderTest, 'app' | 'call'> & { stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** The database of an earlier release: its migrations, and rows as it wrote them. The others run after that. */
export interface EarlierRelease {
  migrations: Database['migrations'];
  fill(ownerUrl: string): Promise<void>;
}

/** Starts one service in this process: embedded PostgreSQL, in-process bus, BullMQ on PostgreSQL, a directory of objects. */
export async function startService({
  module,
  database,
  env = {},
  upgradeFrom,
}: {
  module: Type;
  database: Database;
  env?: Record<string, string>;
  upgradeFrom?: EarlierRelease;
}): Promise<ServiceUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'tradepost-service-'));
  const earlier = upgradeFrom && { ...database, migrations: upgradeFrom.migrations };
  const { ownerUrl, password, stop: dropDatabase } = await testDatabase(earlier ?? database);
  if (upgradeFrom) {
    await upgradeFrom.fill(ownerUrl);
    await migrateService({ ownerUrl, password, ...database });
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const urlOf = (schema: string) => Object.assign(new URL(ownerUrl), { username: serviceRole(schema), password }).href;
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
  const start = async () => {
    const started = await serveCommands(module, ['error']);
    requirePlainAnswers(started);
    return started;
  };
  const callOf =
    (to: Rpc): ServiceUnderTest['call'] =>
    (command, input, actor, extra) =>
      to.send(command.subject, input, actor, { timeoutMs: longestWaitMs, ...extra }) as never;
  const app = await start();
  const [db, bus, rpc] = [app.get(Db), app.get(Bus), app.get(Rpc)];
  await settleAtOnce(bus);
  if (database.schema !== 'identity') await stubCommand(app, identity.recordReachedLimits, () => ({ recorded: 0 }));
  return {
    app,
    db,
    bus,
    rpc,
    ownerUrl,
    call: callOf(rpc),
    stubService: async (command, answer) =>
      stubCommand(app, command, ({ input }, actor) => answer(input as never, actor)),
    deliverEvent: (event, payload, meta) => bus.publish(deliveryOf(event, payload, meta)),
    deliverTogether: async (events) => {
      const outcomes = await bus.publishAll(events.map(({ event, payload }) => deliveryOf(event, payload)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
    published: async (event) => {
      const rows = await sql(db.read).find(OutboxRow, { where: { subject: event.subject }, order: { id: 'ASC' } });
      return rows.map(({ payload }) => payload as never);
    },
    jobs: (queue) => sql(db.read).find(JobIntentRow, { where: { queue }, order: { id: 'ASC' } }),
    replica: async (changed) => {
      const previous = { ...process.env };
      Object.assign(process.env, changed);
      const other = await start().finally(() => (process.env = previous));
      await settleAtOnce(other.get(Bus));
      return { app: other, call: callOf(other.get(Rpc)), stop: () => other.close() };
    },
    stop: async () => {
      await app.close();
      await dropDatabase();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function deliveryOf({ subject }: Event, payload: unknown, given?: Partial<EventMeta>): Delivery {
  const id = uuidv7();
  const meta: EventMeta = { id, subject, at: new Date().toISOString(), requestId: id, actor: null, ...given };
  return { id: meta.id, subject, attempt: 1, data: Buffer.from(JSON.stringify({ meta, payload, settleTo: null })) };
}

/** Confirms events that a command waits for, as the other services do once they have processed them. */
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

/** A signed-in person for tests: an approved sender by default. */
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

/** Another person who acts for the company of this owner. */
export const memberOf = (owner: UserActor, roles: MemberRole[], given: Partial<UserActor> = {}): UserActor => {
  const { companyId, companyName, userType, kycStatus, userId, email } = owner;
  return userActor({ companyId, companyName, userType, kycStatus, owner: { userId, email }, roles, ...given });
};

export const publicActor: Actor = { kind: 'public', ip: '127.0.0.1' };
