import { event, type Event } from '@tradepost/contracts/define';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { auditEvents } from '@tradepost/contracts/audit';
import { startService, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { countEverything, databaseWorkOf } from '@tradepost/testing/statements';
import { v7 as uuidv7 } from 'uuid';
import { maxDeliveries, type Bus, type Delivery, type DeliveryHandler } from '../src/messaging/bus';
import { Consumer } from '../src/messaging/consumer';
import { dataSource, Db } from '../src/database/database';
import type { Tx } from '../src/database/transaction';
import { sql } from '../src/database/sql';
import type { EventMeta } from '../src/messaging/decorators';
import { InfraModule } from '../src/runtime/infra.module';
import { DeadLetterRow, InboxRow, OutboxRow } from '../src/database/kit.entities';
import type { Queues } from '../src/jobs/queue';
import { Outbox } from '../src/messaging/outbox';
import { Relay } from '../src/messaging/relay';
import { Reconciler } from '../src/messaging/reconciler';
import type { Rpc } from '../src/messaging/rpc';
import { databaseUrl } from '../src/database/database.module';

const { subject } = auditEvents.kycDecided;
const bad = 'bad';
const database = { schema: 'kyc', entities: [], migrations: [] };

const delivery = (what = 'good', id = uuidv7(), attempt = 1): Delivery => ({
  id,
  subject,
  attempt,
  data: Buffer.from(
    JSON.stringify({ meta: { id, subject, requestId: 'r' }, payload: { what }, settleTo: 'settle.test' }),
  ),
});

@Module({
  providers: [
    { provide: DataSource, useFactory: () => dataSource({ ...database, url: databaseUrl('kyc') }).initialize() },
    { provide: Db, useFactory: (source: DataSource) => new Db(source), inject: [DataSource] },
  ],
  imports: [InfraModule],
})
class DatabaseOnly {}

describe('events that come together', () => {
  let stage: ServiceUnderTest | undefined;
  let db: Db;
  let handle: DeliveryHandler;
  const broadcasts: string[] = [];

  beforeAll(async () => {
    stage = await startService({ module: DatabaseOnly, database });
    db = stage.db;
    const bus = {
      consume: async (_group: string, _prefix: string, given: DeliveryHandler) => void (handle = given),
      broadcast: (_subject: string, data: Uint8Array) =>
        void broadcasts.push((JSON.parse(Buffer.from(data).toString()) as { id: string }).id),
    } as Partial<Bus> as Bus;
    const handler = async ({ what }: { what: string }, { id }: EventMeta, tx: Tx) => {
      await sql(tx).insert(OutboxRow, { id, subject: 'effect', payload: { what }, meta: {} as EventMeta });
      if (what === bad) throw new Error('this one fails');
    };
    await new Consumer('kyc', db, bus, new Map([[subject, handler]])).start();
  });
  afterAll(() => stage?.stop());

  const effects = async (deliveries: Delivery[]) => {
    const rows = await sql(db.read).findBy(OutboxRow, { subject: 'effect' });
    return deliveries.map(({ id }) => rows.filter((row) => row.id === id).length);
  };

  it('are each processed once, including repeats among them and later ones', async () => {
    const [one, two, three] = [delivery(), delivery(), delivery()];
    expect((await handle([one, two, one, three])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect((await handle([three, one])).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await effects([one, two, three])).toEqual([1, 1, 1]);
    expect(new Set(broadcasts)).toEqual(new Set([one.id, two.id, three.id]));
  });

  it('commit without the one that fails: it alone is redelivered, and nothing of it is stored', async () => {
    const [one, wrong, two] = [delivery(), delivery(bad), delivery()];
    expect((await handle([one, wrong, two])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await effects([one, wrong, two])).toEqual([1, 0, 1]);
    expect(await sql(db.read).countBy(InboxRow, { eventId: wrong.id })).toBe(0);
    expect(broadcasts).not.toContain(wrong.id);
    expect((await handle([delivery(bad, wrong.id, maxDeliveries), delivery()])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    expect(await sql(db.read).countBy(DeadLetterRow, { eventId: wrong.id })).toBe(1);
  });

  it('are processed together; one that failed before is processed alone', async () => {
    const [again, one, two] = [delivery(bad, uuidv7(), 2), delivery(), delivery()];
    const work = await databaseWorkOf(async () => {
      expect((await handle([again, one, two])).map(({ status }) => status)).toEqual([
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
    });
    expect(work.transactions).toBe(2);
    expect(await effects([again, one, two])).toEqual([0, 1, 1]);
  });

  it('are gathered for longer where only the log records them', async () => {
    const waits: number[] = [];
    const relay = { poke: (_kind, ms = 0) => void waits.push(ms) } satisfies Pick<Relay, 'poke'> as unknown as Relay;
    const outbox = new Outbox(db, {} as Bus, relay, 'settle.test');
    const logged = event<object>('evt.kyc.logged', { to: ['audit'] });
    const actedOn = event<object>('evt.kyc.acted-on', { to: ['audit', 'storage'] });
    for (const events of [[logged], [actedOn], [logged, actedOn]])
      await db.transaction(async (tx) => {
        for (const one of events) await outbox.event(tx, one, {}, { kind: 'system', service: 'test' });
      });
    expect(waits).toEqual([200, 20, 20]);
  });

  it('are found without a notification from their writer, and an idle relay sends no statement for ten seconds', async () => {
    jest.useFakeTimers({
      now: Date.now(),
      doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'Date'],
    });
    const published: string[] = [];
    const bus = {
      publishAll: async (events: Delivery[]) => {
        published.push(...events.map(({ id }) => id));
        return events.map(() => ({ status: 'fulfilled', value: undefined }));
      },
    } as Partial<Bus> as Bus;
    const relay = new Relay('kyc', db.source, bus, {} as Queues);
    await sql(db.read).query('UPDATE outbox SET published_at = now()');
    const work = countEverything();
    try {
      relay.start();
      while (work.roundTrips < 4) await nextTurn();
      await jest.advanceTimersByTimeAsync(9_500);
      const id = uuidv7();
      await sql(db.read).insert(OutboxRow, { id, subject, payload: {}, meta: {} as EventMeta });
      expect(work).toEqual({ statements: 3, roundTrips: 5, transactions: 2 });
      while (published.length === 0) {
        await jest.advanceTimersByTimeAsync(250);
        await nextTurn();
      }
      expect(published).toEqual([id]);
    } finally {
      await relay.stop();
      jest.useRealTimers();
    }
  });

  it('are all confirmed in one round', async () => {
    await sql(db.read).query(
      `INSERT INTO outbox (id, subject, payload, meta, published_at) SELECT gen_random_uuid(), 'evt.kyc.nobody-takes', '{}', '{}', now() - interval '1 hour' FROM generate_series(1, 1100)`,
    );
    const reconciler = new Reconciler('kyc', db, {} as Rpc, {} as Queues, new Map());
    await reconciler.run();
    expect(await sql(db.read).countBy(OutboxRow, { subject: 'evt.kyc.nobody-takes', confirmedAt: IsNull() })).toBe(0);
  });

  describe('in doubt', () => {
    const events = new Map<string, Event>([
      ['evt.kyc.to-audit', { kind: 'event', subject: 'evt.kyc.to-audit', to: ['audit'], settle: [] }],
      ['evt.kyc.to-storage', { kind: 'event', subject: 'evt.kyc.to-storage', to: ['storage'], settle: [] }],
      ['evt.kyc.to-both', { kind: 'event', subject: 'evt.kyc.to-both', to: ['audit', 'storage'], settle: [] }],
    ]);
    const doubted = async (subject: string, age: string) => {
      const id = uuidv7();
      await sql(db.read).query(
        `INSERT INTO outbox (id, subject, payload, meta, created_at, published_at) VALUES ($1, $2, '{}', '{}', now() - $3::interval, now() - $3::interval)`,
        [id, subject, age],
      );
      return id;
    };
    const stateOf = async (id: string) => {
      const { publishedAt, confirmedAt } = await sql(db.read).findOneByOrFail(OutboxRow, { id });
      return confirmedAt ? 'confirmed' : publishedAt ? 'waits' : 'again';
    };
    /** @param says what each consumer answers; one without an answer is silent */
    const reconcile = async (says: Record<string, { ids: string[]; waiting: number }>, queues = {} as Queues) => {
      const asked: string[] = [];
      const rpc = {
        call: ({ subject }: { subject: string }) => {
          const consumer = subject.split('.')[0]!;
          asked.push(consumer);
          return says[consumer] ? Promise.resolve(says[consumer]) : Promise.reject(new Error('nobody answers'));
        },
      } as unknown as Rpc;
      await new Reconciler('kyc', db, rpc, queues, events).run();
      return asked;
    };
    afterEach(() => sql(db.read).query("DELETE FROM outbox WHERE subject LIKE 'evt.kyc.to-%'"));

    it('are reconciled with each consumer, although another one does not answer', async () => {
      await Promise.all(Array.from({ length: 600 }, () => doubted('evt.kyc.to-storage', '10 minutes')));
      const [taken, lost] = [
        await doubted('evt.kyc.to-audit', '5 minutes'),
        await doubted('evt.kyc.to-audit', '5 minutes'),
      ];
      const both = await doubted('evt.kyc.to-both', '5 minutes');
      const asked = await reconcile({ audit: { ids: [taken, both], waiting: 0 } });
      expect(await Promise.all([taken, lost, both].map(stateOf))).toEqual(['confirmed', 'again', 'waits']);
      expect(asked.filter((consumer) => consumer === 'storage')).toHaveLength(1);
    });

    it('are not sent again within an hour while they wait for a slow consumer', async () => {
      const [recent, old] = [
        await doubted('evt.kyc.to-audit', '30 minutes'),
        await doubted('evt.kyc.to-audit', '2 hours'),
      ];
      await reconcile({ audit: { ids: [], waiting: 500 } });
      expect(await Promise.all([recent, old].map(stateOf))).toEqual(['waits', 'again']);
    });

    it('do not delay the work on lost jobs and old rows', async () => {
      const answered = uuidv7();
      await sql(db.read).query(
        `INSERT INTO outbox (id, subject, payload, meta, published_at, confirmed_at) VALUES ($1, 'evt.kyc.to-audit', '{}', '{}', now(), now() - interval '8 days')`,
        [answered],
      );
      await sql(db.read).query(
        `INSERT INTO job_intent (id, queue, name, key, payload, enqueued_at) VALUES (gen_random_uuid(), 'mail', 'send', $1, '{}', now() - interval '1 hour')`,
        [answered],
      );
      await doubted('evt.kyc.to-audit', '5 minutes');
      await reconcile({}, { knows: () => Promise.reject(new Error('no queue')) } as unknown as Queues);
      expect(await sql(db.read).countBy(OutboxRow, { id: answered })).toBe(0);
    });
  });
});
